/** Webhook endpoints: `/v1/webhook_endpoints`. */
import type Stripe from "stripe";
import * as v from "valibot";
import { toWebhookEndpoint } from "../objects/settings.ts";
import type { WebhookEndpointRecord } from "../records.ts";
import { findRecord } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";

const eventTypes = v.pipe(v.array(p.text), v.minLength(1, "enabled_events must not be empty"));

const CreateParams = v.strictObject({
  api_version: v.optional(p.text),
  description: v.optional(p.text),
  enabled_events: eventTypes,
  expand: v.optional(p.expand),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  url: p.url,
} satisfies p.EntriesByName<Stripe.WebhookEndpointCreateParams>);

const UpdateParams = v.strictObject({
  disabled: v.optional(p.boolean),
  description: v.optional(p.text),
  enabled_events: v.optional(eventTypes),
  expand: v.optional(p.expand),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  url: v.optional(p.url),
} satisfies p.EntriesByName<Stripe.WebhookEndpointUpdateParams>);

const ListParams = v.strictObject(
  p.listEntries satisfies p.Entries<Stripe.WebhookEndpointListParams>,
);

export function registerWebhookEndpoints({ account, on }: Api): void {
  const { store, clock } = account;
  const existing = (id: string) =>
    findRecord(store.webhookEndpoints, id, "webhook endpoint", "webhook_endpoint");

  on("POST", "/v1/webhook_endpoints", CreateParams, (parameters) => {
    const secret = store.newId("whsec_", 32);
    const record: WebhookEndpointRecord = {
      id: store.newId("we_1"),
      created: clock.now(),
      url: parameters.url,
      secrets: [secret],
      enabledEvents: parameters.enabled_events,
      description: parameters.description || null,
      metadata: p.mergeMetadata({}, parameters.metadata),
    };
    store.webhookEndpoints.set(record.id, record);
    return toWebhookEndpoint(record, { secret });
  });

  on("GET", "/v1/webhook_endpoints", ListParams, (query) =>
    paginate(store.webhookEndpoints.values(), query, {
      url: "/v1/webhook_endpoints",
      kind: "webhook endpoint",
      serialize: (record) => toWebhookEndpoint(record),
    }),
  );

  on("POST", "/v1/webhook_endpoints/:id", UpdateParams, (parameters, id) => {
    const record = existing(id);
    const { description } = parameters;
    Object.assign(record, {
      url: parameters.url ?? record.url,
      enabledEvents: parameters.enabled_events ?? record.enabledEvents,
      description: description === undefined ? record.description : description || null,
      metadata: p.mergeMetadata(record.metadata, parameters.metadata),
      isDisabled: parameters.disabled ?? record.isDisabled,
    } satisfies Partial<WebhookEndpointRecord>);
    return toWebhookEndpoint(record);
  });

  on("DELETE", "/v1/webhook_endpoints/:id", p.noParameters, (_, id) => {
    const record = existing(id);
    store.webhookEndpoints.delete(record.id);
    const deleted: Stripe.DeletedWebhookEndpoint = {
      id: record.id,
      object: "webhook_endpoint",
      deleted: true,
    };
    return deleted;
  });
}
