/**
 * How much the product may weigh: what the template weighs, and so much for each route that is added to it. A
 * page of your own that needs more is your decision: raise `TEMPLATE` by what it needs, with the reason in
 * the commit.
 */
import routes from "../../app/routes.ts";
import { listRoutes } from "../../tools/vite/route-table.ts";

const TEMPLATE = {
  routes: 53,
  /**
   * Script of a page that runs React, in KB of 1,000 bytes, gzip. Where they go:
   * docs/decisions/0010-page-weight.md.
   */
  hydratedScriptKb: 135,
  /** V8 parses all of the Worker's modules at start, also those that are imported on demand. */
  modules: 95,
  /** In KiB of 1,024 bytes, gzip: the upload, what start-up evaluates, and what a public page evaluates. */
  workerKib: 400,
  startUpKib: 55,
  publicPageKib: 220,
};

/** A page with its list, form and statements. */
const PER_ROUTE = {
  hydratedScriptKb: 0.3,
  modules: 4,
  workerKib: 6,
  startUpKib: 0.3,
  publicPageKib: 2,
};

/** The budget of one measure. */
function allow(measure: keyof typeof PER_ROUTE): number {
  const added = Math.max(0, listRoutes(routes).length - TEMPLATE.routes);
  return TEMPLATE[measure] + added * PER_ROUTE[measure];
}

export const BUDGETS = {
  hydratedScriptKb: allow("hydratedScriptKb"),
  modules: allow("modules"),
  workerKib: allow("workerKib"),
  startUpKib: allow("startUpKib"),
  publicPageKib: allow("publicPageKib"),
} as const;
