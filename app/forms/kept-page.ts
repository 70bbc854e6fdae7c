/** Keeps the shown page when its data can't be read again, so that the result of a form stays on screen. */
import { useEffect, useState } from "react";
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useMatches,
} from "react-router";
import { isFailure } from "./unreachable";

type Results = Record<string, DataStrategyResult>;

let shown: { readonly path: string; readonly results: Results } | undefined;
let isKept = false;

/** Client middleware of a layout: a failed revalidation returns the data that its page shows. */
export const keptPageMiddleware: MiddlewareFunction<Results> = async ({ request, url }, next) => {
  const results = await next();
  if (request.method !== "GET") return results;
  const hasFailed = Object.values(results).some(
    ({ type, result }) => type === "error" && isFailure(result),
  );
  if (!hasFailed || shown?.path !== url.pathname + url.search) return results;
  isKept = true;
  return shown.results;
};

/** Remembers the page of the layout. Returns true while it is shown although its data could not be read again. */
export function useKeptPage(): boolean {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const [isOutOfDate, setIsOutOfDate] = useState(false);
  useEffect(() => {
    setIsOutOfDate(isKept);
    isKept = false;
    const results = matches.map(({ id, loaderData }) => [id, { type: "data", result: loaderData }]);
    shown = { path: pathname + search, results: Object.fromEntries(results) };
    // An error boundary unmounts the layout.
    return () => {
      shown = undefined;
    };
  }, [pathname, search, matches]);
  return isOutOfDate;
}
