/** Checkout sessions: `/v1/checkout/sessions`. Hosted pages in subscription mode only. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { expireCheckoutSession } from "../billing/checkout.ts";
import { validateOrderLines } from "../billing/order-lines.ts";
import { DAY } from "../clock.ts";
import { serializeCheckoutSession } from "../objects/checkout-sessions.ts";
import type { CheckoutSessionRecord, OrderLine } from "../records.ts";
import { findRecord, invalidRequest } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import { getReferencedCustomer } from "./customers.ts";

/** The default of `expires_at`. */
const LIFETIME = DAY;

const LineItem = v.strictObject({
  price: p.text,
  quantity: v.optional(v.pipe(p.integer, v.minValue(1, "Quantity must be at least 1."))),
} satisfies p.Entries<Stripe.Checkout.SessionCreateParams.LineItem>);

const SubscriptionData = v.strictObject({
  metadata: v.optional(p.metadata),
  trial_period_days: v.optional(
    v.pipe(
      p.integer,
      v.minValue(1, "The minimum number of trial period days is 1."),
      v.maxValue(730, "The maximum number of trial period days is 730 (2 years)."),
    ),
  ),
} satisfies p.Entries<Stripe.Checkout.SessionCreateParams.SubscriptionData>);

const CreateParams = v.strictObject({
  allowed_payment_method_types: v.optional(
    v.array(v.literal("card", "The local Stripe supports cards only.")),
  ),
  cancel_url: v.optional(p.url),
  client_reference_id: v.optional(v.pipe(p.text, v.maxLength(200))),
  customer: v.optional(p.text),
  customer_email: v.optional(p.text),
  expand: v.optional(p.expand),
  line_items: v.optional(v.array(LineItem)),
  metadata: v.optional(p.metadata),
  mode: v.optional(p.oneOf("payment", "setup", "subscription")),
  subscription_data: v.optional(SubscriptionData),
  success_url: v.optional(p.url),
  ui_mode: v.optional(p.oneOf("elements", "embedded_page", "form", "hosted_page")),
} satisfies p.Entries<Stripe.Checkout.SessionCreateParams>);

type CreateParams = v.InferOutput<typeof CreateParams>;

const ListParams = v.strictObject({
  ...p.listEntries,
  created: v.optional(p.timeRange),
  customer: v.optional(p.text),
  status: v.optional(p.oneOf("complete", "expired", "open")),
  subscription: v.optional(p.text),
} satisfies p.Entries<Stripe.Checkout.SessionListParams>);

export function registerCheckoutSessions({ account, on }: Api): void {
  const { store } = account;
  const serialize = (record: CheckoutSessionRecord) => serializeCheckoutSession(account, record);
  const existing = (id: string) =>
    findRecord(store.checkoutSessions, id, "checkout.session", "session");

  on("POST", "/v1/checkout/sessions", CreateParams, (parameters) => {
    const record = createSession(account, parameters);
    store.checkoutSessions.set(record.id, record);
    return serialize(record);
  });

  on("GET", "/v1/checkout/sessions", ListParams, (query) => {
    const records = [...store.checkoutSessions.values()].filter(
      (record) =>
        (query.customer === undefined || record.customer === query.customer) &&
        (query.subscription === undefined || record.subscription === query.subscription) &&
        (query.status ?? record.status) === record.status,
    );
    return paginate(records, query, {
      url: "/v1/checkout/sessions",
      kind: "checkout.session",
      serialize,
    });
  });

  on("GET", "/v1/checkout/sessions/:id", p.onlyExpand, (_, id) => serialize(existing(id)));

  on("POST", "/v1/checkout/sessions/:id/expire", p.onlyExpand, (_, id) => {
    const record = existing(id);
    if (record.status !== "open") {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of \`${record.status}\`.`,
      );
    }
    expireCheckoutSession(account, record);
    return serialize(record);
  });
}

function createSession(account: Account, parameters: CreateParams): CheckoutSessionRecord {
  const now = account.clock.now();
  const lines = getOrderLines(account, parameters);
  const subscription = parameters.subscription_data;
  return {
    id: account.store.newId("cs_test_a1", 56),
    created: now,
    expiresAt: now + LIFETIME,
    status: "open",
    ...getBuyer(account, parameters),
    payerEmail: null,
    payerName: null,
    clientReferenceId: parameters.client_reference_id ?? null,
    metadata: p.mergeMetadata({}, parameters.metadata),
    lines,
    successUrl: getSuccessUrl(parameters),
    cancelUrl: parameters.cancel_url ?? null,
    trialDays: subscription?.trial_period_days ?? null,
    subscriptionMetadata: p.mergeMetadata({}, subscription?.metadata),
    subscription: null,
    invoice: null,
  };
}

function getSuccessUrl(parameters: CreateParams): string {
  if ((parameters.ui_mode ?? "hosted_page") !== "hosted_page") {
    throw invalidRequest("The local Stripe supports hosted Checkout pages only.", "ui_mode");
  }
  if (parameters.success_url !== undefined) return parameters.success_url;
  throw invalidRequest("Missing required param: success_url.", "success_url", "parameter_missing");
}

function getOrderLines(account: Account, parameters: CreateParams): OrderLine[] {
  if (parameters.mode === undefined) {
    throw invalidRequest("Missing required param: mode.", "mode", "parameter_missing");
  }
  if (parameters.mode !== "subscription") {
    throw invalidRequest("The local Stripe supports subscription mode only.", "mode");
  }
  if (!parameters.line_items?.length) {
    throw invalidRequest("Missing required param: line_items.", "line_items", "parameter_missing");
  }
  const lines = parameters.line_items.map(({ price, quantity }, index) => {
    if (quantity !== undefined) return { price, quantity };
    throw invalidRequest(
      `Quantity is required. Add \`quantity\` to \`line_items[${index}]\``,
      `line_items[${index}][quantity]`,
    );
  });
  validateOrderLines(account.store, lines, "line_items");
  return lines;
}

function getBuyer(
  account: Account,
  parameters: CreateParams,
): Pick<CheckoutSessionRecord, "customer" | "customerEmail"> {
  const { customer, customer_email: email } = parameters;
  if (customer !== undefined && email !== undefined) {
    throw invalidRequest(
      "You may only specify one of these parameters: customer, customer_email.",
      "customer",
    );
  }
  if (email !== undefined && !email.includes("@")) {
    throw invalidRequest(`Invalid email address: ${email}`, "customer_email", "email_invalid");
  }
  return {
    customer: customer === undefined ? null : getReferencedCustomer(account.store, customer).id,
    customerEmail: email ?? null,
  };
}
