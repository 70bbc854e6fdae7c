/** What has happened, newest first: `/v1/events`, as far back as 30 days. */
import type Stripe from "stripe";
import * as v from "valibot";
import { DAY } from "../clock.ts";
import { invalidRequest, notFound } from "../errors.ts";
import { listPage } from "../lists.ts";
import * as p from "../parameters.ts";
import type { EventRecord } from "../records.ts";
import type { Api } from "./router.ts";

const MOST_TYPES = 20;
const KEPT_FOR = 30 * DAY;

const ListParams = v.strictObject({
  ...p.listEntries,
  created: v.optional(p.timeRange),
  type: v.optional(p.text),
  types: v.optional(
    v.pipe(v.array(p.text), v.maxLength(MOST_TYPES, `At most ${MOST_TYPES} types can be given.`)),
  ),
} satisfies p.Entries<Stripe.EventListParams>);

export function registerEvents({ account, on }: Api): void {
  const { store, clock } = account;

  on("GET", "/v1/events", ListParams, (query) => {
    if (query.type !== undefined && query.types !== undefined) {
      throw invalidRequest("You may only specify one of these parameters: type, types.", "types");
    }
    const oldest = clock.now() - KEPT_FOR;
    const records = [...store.events.values()]
      .filter(
        (record) =>
          record.created >= oldest &&
          p.isWithin(record.created, query.created) &&
          (query.type === undefined || matchesType(record.type, query.type)) &&
          (query.types?.includes(record.type) ?? true),
      )
      // Time that was moved on brings events that are dated before others made earlier.
      .sort((a, b) => a.created - b.created);
    return listPage(records, query, { url: "/v1/events", kind: "event", show: eventObject });
  });

  on("GET", "/v1/events/:id", p.onlyExpand, (_, id) => {
    const record = store.events.get(id);
    if (!record) throw notFound("event", id);
    return eventObject(record);
  });
}

/** An event is shown as it was sent, not as its object is by now. */
function eventObject(record: EventRecord): object {
  return JSON.parse(record.body);
}

/** `customer.subscription.*` means every event of that group; Stripe knows this in `type`, not in `types`. */
function matchesType(type: string, pattern: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
