/** Web vitals of a page load, as browsers report them. Anyone can send a report. */
import { matchRoutes } from "react-router";
import * as v from "valibot";

/** Routes of React Router's server build. */
type Routes = readonly ({ readonly path?: string; readonly index?: boolean } | undefined)[];

const MAX_MS = 600_000;
const MAX_CLS = 100;

/** Missing where the browser has no value. */
const milliseconds = v.optional(
  v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_MS), v.transform(Math.round)),
);

const toThousandths = v.transform((score: number) => Math.round(score * 1000) / 1000);

/** What `app/ui/behaviors/report-vitals.ts` sends. */
const vitalsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    page: v.pipe(v.string(), v.maxLength(200), v.regex(/^\/[\w./-]*$/)),
    ttfb: milliseconds,
    lcp: milliseconds,
    inp: milliseconds,
    /** Layout shift score. Source: https://web.dev/articles/cls */
    cls: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_CLS), toThousandths)),
  }),
);

/** Parses a report of a page of `routes`; undefined when it is invalid or a value is out of bounds. */
export function parseVitals(json: string, routes: Routes) {
  const report = v.safeParse(vitalsSchema, json);
  if (!report.success) return undefined;
  const page = findPattern(report.output.page, routes);
  return page === undefined ? undefined : { ...report.output, page };
}

/** The pattern of the route that serves `pathname`. Layouts have no path; the index route has only that. */
function findPattern(pathname: string, routes: Routes): string | undefined {
  const pages = routes.flatMap((route) =>
    route?.path || route?.index ? { path: route.path ?? "" } : [],
  );
  const path = matchRoutes(pages, pathname)?.[0]?.route.path;
  return path === undefined ? undefined : `/${path}`;
}
