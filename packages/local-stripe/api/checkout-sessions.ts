/** Checkout sessions: `/v1/checkout/sessions`. Hosted pages, for subscriptions and one-time payments. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { expireCheckoutSession } from "../billing/checkout.ts";
import { getCurrency } from "../billing/items.ts";
import { isEnded } from "../billing/subscriptions.ts";
import { DAY } from "../clock.ts";
import { listLineItems, serializeCheckoutSession } from "../objects/checkout-sessions.ts";
import type { CheckoutSessionRecord, Promotion } from "../records.ts";
import { findRecord, invalidRequest, missingReference } from "../requests/errors.ts";
import type { JsonObject } from "../requests/json.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import { createOrderLines, LineItem } from "./checkout-lines.ts";
import { getReferencedCustomer } from "./customers.ts";

/** The default of `expires_at`. */
const LIFETIME = DAY;

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

const PaymentIntentData = v.strictObject({
  metadata: v.optional(p.metadata),
} satisfies p.Entries<Stripe.Checkout.SessionCreateParams.PaymentIntentData>);

const Discount = v.strictObject({
  coupon: v.optional(p.text),
  promotion_code: v.optional(p.text),
} satisfies p.Entries<Stripe.Checkout.SessionCreateParams.Discount>);

const CreateParams = v.strictObject({
  adaptive_pricing: v.optional(
    v.strictObject({
      enabled: v.optional(p.boolean),
    } satisfies p.Entries<Stripe.Checkout.SessionCreateParams.AdaptivePricing>),
  ),
  allow_promotion_codes: v.optional(p.boolean),
  allowed_payment_method_types: v.optional(
    v.array(v.literal("card", "The local Stripe supports cards only.")),
  ),
  cancel_url: v.optional(p.url),
  client_reference_id: v.optional(v.pipe(p.text, v.maxLength(200))),
  customer: v.optional(p.text),
  customer_creation: v.optional(p.oneOf("always", "if_required")),
  customer_email: v.optional(p.text),
  discounts: v.optional(v.pipe(v.array(Discount), v.maxLength(1))),
  expand: v.optional(p.expand),
  line_items: v.optional(v.array(LineItem)),
  metadata: v.optional(p.metadata),
  mode: v.optional(p.oneOf("payment", "setup", "subscription")),
  payment_intent_data: v.optional(PaymentIntentData),
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

  on("POST", "/v1/checkout/sessions", CreateParams, (parameters, _, unused) => {
    if (!account.settings.hasBusinessName) {
      throw invalidRequest(
        "In order to use Checkout, you must set an account or business name at https://dashboard.stripe.com/account.",
      );
    }
    const record = createSession(account, parameters);
    requireCustomerUpdate(record, unused);
    requireOneCurrency(account, record);
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

  const LineItemListParams = v.strictObject(
    p.listEntries satisfies p.Entries<Stripe.Checkout.SessionListLineItemsParams>,
  );
  on("GET", "/v1/checkout/sessions/:id/line_items", LineItemListParams, (_, id) =>
    listLineItems(account, existing(id)),
  );

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
  const mode = getMode(parameters);
  const lines = createOrderLines(account, mode, parameters.line_items);
  const subscription = parameters.subscription_data;
  const payment = parameters.payment_intent_data;
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
    mode,
    isAdaptive: parameters.adaptive_pricing?.enabled ?? true,
    allowsPromotionCodes: parameters.allow_promotion_codes ?? false,
    promotion: findPromotion(account, parameters),
    createsCustomer: mode === "subscription" || parameters.customer_creation === "always",
    paymentMetadata: p.mergeMetadata({}, payment?.metadata),
    paymentIntent: null,
    successUrl: getSuccessUrl(parameters),
    cancelUrl: parameters.cancel_url ?? null,
    trialDays: subscription?.trial_period_days ?? null,
    subscriptionMetadata: p.mergeMetadata({}, subscription?.metadata),
    subscription: null,
    invoice: null,
  };
}

function getMode({ mode }: CreateParams): CheckoutSessionRecord["mode"] {
  if (mode === undefined) {
    throw invalidRequest("Missing required param: mode.", "mode", "parameter_missing");
  }
  if (mode !== "setup") return mode;
  throw invalidRequest("The local Stripe does not support setup mode.", "mode");
}

function findPromotion(
  { store }: Account,
  { discounts: [discount] = [], allow_promotion_codes: isAllowed }: CreateParams,
): Promotion | null {
  if (!discount) return null;
  if (isAllowed) {
    throw invalidRequest(
      "You may only specify one of these parameters: allow_promotion_codes, discounts.",
      "allow_promotion_codes",
    );
  }
  const { promotion_code: id = null } = discount;
  const code = store.promotionCodes.get(id ?? "");
  if (id !== null && !code) {
    throw missingReference("promotion code", id, "discounts[0][promotion_code]");
  }
  const coupon = code?.coupon ?? discount.coupon ?? "";
  if (!store.coupons.has(coupon)) {
    throw missingReference("coupon", coupon, "discounts[0][coupon]");
  }
  return { coupon, promotionCode: id };
}

const Enabled = v.optional(v.object({ enabled: v.boolean() }), { enabled: false });
const Update = v.optional(v.picklist(["auto", "never"]), "never");
const TaxParams = v.object({
  automatic_tax: Enabled,
  tax_id_collection: Enabled,
  customer_update: v.optional(v.object({ address: Update, name: Update, shipping: Update }), {}),
});

/** Throws Stripe's errors for taxes of a known customer, whose details checkout may not change. */
function requireCustomerUpdate({ customer }: CheckoutSessionRecord, unused: JsonObject): void {
  if (customer === null) return;
  const { automatic_tax, tax_id_collection, customer_update } = v.parse(TaxParams, unused);
  const { address, name, shipping } = customer_update;
  if (automatic_tax.enabled && address !== "auto" && shipping !== "auto") {
    throw invalidRequest(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      undefined,
      "customer_tax_location_invalid",
    );
  }
  if (tax_id_collection.enabled && name !== "auto") {
    throw invalidRequest(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
    );
  }
}

/** Throws Stripe's error for a subscription in another currency than what the customer already has. */
function requireOneCurrency(
  account: Account,
  { mode, customer, lines }: CheckoutSessionRecord,
): void {
  if (mode !== "subscription" || customer === null) return;
  const { store } = account;
  const live = store.getCustomerSubscriptions(customer).filter((record) => !isEnded(record));
  const sessions = [...store.checkoutSessions.values()].filter(
    (other) => other.customer === customer && other.mode === mode && other.status === "open",
  );
  const known = [...live.map(({ items }) => items), ...sessions.map((other) => other.lines)];
  const currency = known
    .map((items) => getCurrency(account, items))
    .find((other) => other !== getCurrency(account, lines));
  if (currency === undefined) return;
  throw invalidRequest(
    `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, invoice item or active subscription mode checkout session with currency ${currency}.`,
  );
}

function getSuccessUrl(parameters: CreateParams): string {
  if ((parameters.ui_mode ?? "hosted_page") !== "hosted_page") {
    throw invalidRequest("The local Stripe supports hosted Checkout pages only.", "ui_mode");
  }
  if (parameters.success_url !== undefined) return parameters.success_url;
  throw invalidRequest("Missing required param: success_url.", "success_url", "parameter_missing");
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
