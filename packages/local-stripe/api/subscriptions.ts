/** Subscriptions: `/v1/subscriptions`. One created here begins with a trial; Checkout starts the others. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { updateItems } from "../billing/item-changes.ts";
import { validateOrderLines } from "../billing/order-lines.ts";
import { endTrial } from "../billing/renewals.ts";
import {
  endSubscription,
  isEnded,
  startSubscription,
  toCancellation,
  updateSubscription,
} from "../billing/subscriptions.ts";
import { DAY } from "../clock.ts";
import { serializeSchedule } from "../objects/schedules.ts";
import { serializeSubscription } from "../objects/subscriptions.ts";
import { PRORATION_BEHAVIORS, type SubscriptionRecord } from "../records.ts";
import { findRecord, invalidRequest, missingReference, notFound } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import { getReferencedCustomer } from "./customers.ts";
import { applyItemChanges, ItemParams } from "./subscription-items.ts";

const CreateItem = v.strictObject({
  price: p.text,
  quantity: v.optional(v.pipe(p.integer, v.minValue(1, "Quantity must be at least 1.")), "1"),
} satisfies p.Entries<Stripe.SubscriptionCreateParams.Item>);

const CreateParams = v.strictObject({
  customer: p.text,
  expand: v.optional(p.expand),
  items: v.pipe(v.array(CreateItem), v.minLength(1, "Missing required param: items.")),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  trial_period_days: p.integer,
} satisfies p.Entries<Stripe.SubscriptionCreateParams>);

const UpdateParams = v.strictObject({
  cancel_at: v.optional(v.union([p.emptyToNull, p.integer])),
  cancel_at_period_end: v.optional(p.boolean),
  default_payment_method: v.optional(p.text),
  expand: v.optional(p.expand),
  items: v.optional(v.array(ItemParams)),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
  proration_behavior: v.optional(p.oneOf(...PRORATION_BEHAVIORS)),
  trial_end: v.optional(v.literal("now")),
} satisfies p.Entries<Stripe.SubscriptionUpdateParams>);

const SchedulePhase = v.strictObject({
  discounts: v.optional(
    v.array(
      v.strictObject({
        discount: p.text,
      } satisfies p.Entries<Stripe.SubscriptionScheduleUpdateParams.Phase.Discount>),
    ),
  ),
  end_date: p.integer,
  items: v.array(
    v.strictObject({
      price: p.text,
      quantity: v.optional(p.integer),
    } satisfies p.Entries<Stripe.SubscriptionScheduleUpdateParams.Phase.Item>),
  ),
  proration_behavior: v.optional(v.literal("none")),
  start_date: p.integer,
} satisfies p.Entries<Stripe.SubscriptionScheduleUpdateParams.Phase>);

const ScheduleUpdateParams = v.strictObject({
  default_settings: v.optional(
    v.strictObject({
      default_payment_method: v.optional(p.text),
    } satisfies p.Entries<Stripe.SubscriptionScheduleUpdateParams.DefaultSettings>),
  ),
  expand: v.optional(p.expand),
  phases: v.optional(v.array(SchedulePhase)),
} satisfies p.Entries<Stripe.SubscriptionScheduleUpdateParams>);

type UpdateParams = v.InferOutput<typeof UpdateParams>;

const ListParams = v.strictObject({
  ...p.listEntries,
  created: v.optional(p.timeRange),
  customer: v.optional(p.text),
  price: v.optional(p.text),
  status: v.optional(
    p.oneOf(
      "active",
      "all",
      "canceled",
      "ended",
      "incomplete",
      "incomplete_expired",
      "past_due",
      "paused",
      "trialing",
      "unpaid",
    ),
  ),
} satisfies p.Entries<Stripe.SubscriptionListParams>);

type ListParams = v.InferOutput<typeof ListParams>;

const CancelParams = v.strictObject({
  expand: v.optional(p.expand),
  invoice_now: v.optional(p.boolean),
  prorate: v.optional(p.boolean),
} satisfies p.Entries<Stripe.SubscriptionCancelParams>);

export function registerSubscriptions({ account, on }: Api): void {
  const { store } = account;
  const serialize = (record: SubscriptionRecord) => serializeSubscription(account, record);
  const existing = (id: string) => findRecord(store.subscriptions, id, "subscription");

  const findScheduled = (id: string) => {
    const records = [...store.subscriptions.values()];
    const record = records.find(({ scheduled }) => scheduled?.schedule === id);
    const schedule = record && serializeSchedule(account, record);
    if (!schedule) throw notFound("subscription schedule", id);
    return { record, schedule };
  };

  on("POST", "/v1/subscription_schedules/:id", ScheduleUpdateParams, (parameters, id) => {
    const { record, schedule } = findScheduled(id);
    const { default_settings: settings, phases } = parameters;
    const describe = (phase: { start_date: number; end_date: number; items: object[] }) =>
      JSON.stringify([phase.start_date, phase.end_date, phase.items.length]);
    const known = schedule.phases.map(describe);
    if (phases && phases.map(describe).join() !== known.join()) {
      throw invalidRequest(
        "The local Stripe changes the card and the discount of a phase only.",
        "phases",
      );
    }
    if (!record.scheduled) throw notFound("subscription schedule", id);
    const card = settings?.default_payment_method ?? record.scheduled.card;
    validateCard(account, card ?? undefined);
    // Phases are replaced as a whole: without a card here, and without a discount that is not repeated.
    const [now, next] = phases ?? [];
    updateSubscription(account, record, {
      discount: now && !now.discounts ? null : record.discount,
      scheduled: {
        ...record.scheduled,
        card,
        phaseCard: phases ? null : record.scheduled.phaseCard,
        isDiscounted: next ? next.discounts !== undefined : record.scheduled.isDiscounted,
      },
    });
    return findScheduled(id).schedule;
  });

  on("POST", "/v1/subscription_schedules/:id/release", p.onlyExpand, (_, id) => {
    const { record, schedule } = findScheduled(id);
    updateSubscription(account, record, { scheduled: null });
    return {
      ...schedule,
      status: "released",
      released_at: account.clock.now(),
      released_subscription: record.id,
      current_phase: null,
      subscription: null,
    };
  });

  on("POST", "/v1/subscriptions", CreateParams, (parameters) =>
    serialize(createSubscription(account, parameters)),
  );

  on("GET", "/v1/subscriptions", ListParams, (query) => {
    if (query.customer !== undefined && !store.customers.has(query.customer)) {
      throw missingReference("customer", query.customer, "customer");
    }
    const records = [...store.subscriptions.values()].filter((record) =>
      matchesQuery(record, query),
    );
    return paginate(records, query, {
      url: "/v1/subscriptions",
      kind: "subscription",
      serialize,
    });
  });

  on("GET", "/v1/subscriptions/:id", p.onlyExpand, (_, id) => serialize(existing(id)));

  on("POST", "/v1/subscriptions/:id", UpdateParams, (parameters, id) => {
    const record = existing(id);
    applyUpdate(account, record, parameters);
    return serialize(record);
  });

  on("DELETE", "/v1/subscriptions/:id", CancelParams, (parameters, id) => {
    const record = existing(id);
    if (isEnded(record)) throw notFound("subscription", id);
    endSubscription(account, record, "cancellation_requested", {
      prorate: parameters.prorate ?? false,
      invoiceNow: parameters.invoice_now ?? false,
    });
    return serialize(record);
  });
}

function createSubscription(
  account: Account,
  parameters: v.InferOutput<typeof CreateParams>,
): SubscriptionRecord {
  const { trial_period_days: days, items } = parameters;
  const customer = getReferencedCustomer(account.store, parameters.customer);
  validateOrderLines(account.store, items, "items");
  return startSubscription(account, {
    customer: customer.id,
    lines: items,
    metadata: p.mergeMetadata({}, parameters.metadata),
    trialEnd: account.clock.now() + days * DAY,
    paymentMethod: null,
    payment: "paid",
  });
}

function validateCard(account: Account, card: string | undefined): void {
  if (card === undefined || card === "" || account.store.paymentMethods.has(card)) return;
  throw missingReference("PaymentMethod", card, "default_payment_method");
}

/** Without a status, lists omit ended subscriptions (Stripe: List subscriptions). */
function matchesQuery(record: SubscriptionRecord, query: ListParams): boolean {
  if (query.customer !== undefined && record.customer !== query.customer) return false;
  if (query.price !== undefined && record.items.every(({ price }) => price !== query.price)) {
    return false;
  }
  if (query.status === "all") return true;
  if (query.status === "ended") return isEnded(record);
  return query.status === undefined ? !isEnded(record) : record.status === query.status;
}

function applyUpdate(account: Account, record: SubscriptionRecord, parameters: UpdateParams): void {
  const { expand: _, metadata, ...rest } = parameters;
  const common: Partial<SubscriptionRecord> = {
    metadata: p.mergeMetadata(record.metadata, metadata),
  };
  if (isEnded(record)) {
    if (Object.values(rest).some((value) => value !== undefined)) {
      throw invalidRequest(
        "A canceled subscription can only update its cancellation_details and metadata.",
      );
    }
    updateSubscription(account, record, common);
    return;
  }
  const isChanged = [rest.items, rest.cancel_at, rest.cancel_at_period_end].some(
    (value) => value !== undefined,
  );
  if (record.scheduled && isChanged) {
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${record.scheduled.schedule}\`, and updating any cancelation behavior or items directly is not allowed. Please update the schedule instead.`,
    );
  }
  const card = rest.default_payment_method;
  validateCard(account, card);
  const changes: Partial<SubscriptionRecord> = {
    ...common,
    ...(card !== undefined && { defaultPaymentMethod: card || null }),
    ...toCancellationChanges(account, record, rest),
  };
  const change = {
    items: applyItemChanges(account, record, rest.items),
    proration: rest.proration_behavior ?? "create_prorations",
  };
  updateItems(account, record, change, changes);
  if (rest.trial_end === "now" && record.status === "trialing") endTrial(account, record);
}

function toCancellationChanges(
  account: Account,
  record: SubscriptionRecord,
  parameters: Pick<UpdateParams, "cancel_at" | "cancel_at_period_end">,
): Partial<SubscriptionRecord> {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = parameters;
  if (at !== undefined && at !== null && atPeriodEnd === true) {
    throw invalidRequest(
      "You may only specify one of these parameters: cancel_at, cancel_at_period_end.",
      "cancel_at",
    );
  }
  if (atPeriodEnd === true) {
    return { ...toCancellation(account, record.periodEnd), cancelAtPeriodEnd: true };
  }
  if (at === undefined) {
    // cancel_at_period_end=false undoes a cancellation by date as well.
    return atPeriodEnd === false ? toCancellation(account, null) : {};
  }
  if (at !== null && at <= account.clock.now()) {
    throw invalidRequest("`cancel_at` must be in the future.", "cancel_at");
  }
  return toCancellation(account, at);
}
