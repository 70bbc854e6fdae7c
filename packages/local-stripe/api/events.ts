/** Events of the last 30 days, newest first: `/v1/events`. */
import type Stripe from "stripe";
import * as v from "valibot";
import { DAY } from "../clock.ts";
import type { EventRecord } from "../records.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";

const MAX_TYPES = 20;
const RETENTION = 30 * DAY;

const ListParams = v.strictObject({
  ...p.listEntries,
  created: v.optional(p.timeRange),
  delivery_success: v.optional(p.boolean),
  type: v.optional(p.text),
  types: v.optional(
    v.pipe(v.array(p.text), v.maxLength(MAX_TYPES, `At most ${MAX_TYPES} types can be given.`)),
  ),
} satisfies p.Entries<Stripe.EventListParams>);

export function registerEvents({ account, on }: Api): void {
  const { store, clock } = account;

  on("GET", "/v1/events", ListParams, (query) => {
    const oldest = clock.now() - RETENTION;
    const records = [...store.events.values()]
      .filter(
        (record) =>
          record.created >= oldest &&
          (query.type ?? record.type) === record.type &&
          (query.types?.includes(record.type) ?? true) &&
          (query.delivery_success ?? record.isDelivered) === record.isDelivered,
      )
      // Overdue tasks are dated when they were due, so insertion order is not chronological.
      .sort((a, b) => a.created - b.created);
    return paginate(records, query, { url: "/v1/events", kind: "event", serialize: toEvent });
  });
}

/** The event as sent, with its object as of that time. */
function toEvent(record: EventRecord): object {
  return JSON.parse(record.body);
}
