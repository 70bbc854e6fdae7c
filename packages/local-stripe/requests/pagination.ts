/** Cursor pagination, newest first (Stripe: API reference, Pagination). */
import type Stripe from "stripe";
import type * as v from "valibot";
import { missingReference } from "./errors.ts";
import * as p from "./parameters.ts";

const DEFAULT_LIMIT = 10;

export interface PageQuery {
  created?: v.InferOutput<typeof p.timeRange> | undefined;
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

export interface PaginateOptions<R, T> {
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
  const position = (id: string, param: string): number => {
    const index = newestFirst.findIndex((record) => record.id === id);
    if (index === -1) throw missingReference(options.kind, id, param);
    return index;
  };

  let first = 0;
  let end = newestFirst.length;
  if (query.starting_after !== undefined) {
    first = position(query.starting_after, "starting_after") + 1;
  }
  if (query.ending_before !== undefined) {
    end = position(query.ending_before, "ending_before");
    first = Math.max(first, end - limit);
  }
  const shown = newestFirst.slice(first, Math.min(end, first + limit));
  const hasMore = query.ending_before === undefined ? first + limit < end : first > 0;
  return {
    object: "list",
    data: shown.map(options.serialize),
    has_more: hasMore,
    url: options.url,
  };
}
