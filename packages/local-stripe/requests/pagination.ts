/** Cursor pagination, newest first (Stripe: API reference, Pagination). */
import type Stripe from "stripe";
import type * as v from "valibot";
import { missingReference } from "./errors.ts";
import * as p from "./parameters.ts";

const DEFAULT_LIMIT = 10;

interface PageQuery {
  created?: v.InferOutput<typeof p.timeRange> | undefined;
  limit?: number | undefined;
  starting_after?: string | undefined;
}

interface PaginateOptions<R, T> {
  /** The list's path, e.g. `/v1/customers`. */
  url: string;
  /** The object type in error messages, e.g. `customer`. */
  kind: string;
  serialize: (record: R) => T;
}

/** Returns a page of `records` of the time `created`, in order of creation. Throws for an unknown cursor. */
export function paginate<R extends { id: string; created?: number }, T>(
  records: Iterable<R>,
  query: PageQuery,
  options: PaginateOptions<R, T>,
): Stripe.ApiList<T> {
  const newestFirst = [...records]
    .filter(({ created = 0 }) => p.isInRange(created, query.created))
    .reverse();
  const limit = query.limit ?? DEFAULT_LIMIT;
  const after = query.starting_after;
  const last = newestFirst.findIndex(({ id }) => id === after);
  if (after !== undefined && last === -1) {
    throw missingReference(options.kind, after, "starting_after");
  }
  const first = last + 1;
  return {
    object: "list",
    data: newestFirst.slice(first, first + limit).map(options.serialize),
    has_more: first + limit < newestFirst.length,
    url: options.url,
  };
}
