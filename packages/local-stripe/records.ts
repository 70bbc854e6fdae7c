/**
 * The stored records, as plain JSON. The schemas validate a saved state; `objects/` converts records to API
 * objects. All times are Unix seconds, all amounts are in the currency's smallest unit.
 */
import * as v from "valibot";

const Id = v.string();
const Timestamp = v.number();
const OptionalText = v.nullable(v.string());
const OptionalTimestamp = v.nullable(Timestamp);
const Metadata = v.record(v.string(), v.string());

export const REFUND_REASONS = ["duplicate", "fraudulent", "requested_by_customer"] as const;
export const PRORATION_BEHAVIORS = ["always_invoice", "create_prorations", "none"] as const;

const ProductRecord = v.object({
  id: Id,
  created: Timestamp,
  name: v.string(),
  active: v.boolean(),
  metadata: Metadata,
});

const PriceRecord = v.object({
  id: Id,
  created: Timestamp,
  product: Id,
  lookupKey: OptionalText,
  unitAmount: v.number(),
  currency: v.string(),
  /** Null for a price that is paid once. */
  interval: v.nullable(v.picklist(["month", "year"])),
  active: v.boolean(),
});

const CustomerRecord = v.object({
  id: Id,
  created: Timestamp,
  deleted: v.boolean(),
  email: OptionalText,
  name: OptionalText,
  metadata: Metadata,
  defaultPaymentMethod: v.nullable(Id),
  /** Negative: credit applied to the next invoices (Stripe: Customer balance). */
  balance: v.number(),
});

const PaymentMethodRecord = v.object({
  id: Id,
  created: Timestamp,
  /** Null for a card that paid once. */
  customer: v.nullable(Id),
  name: OptionalText,
  email: OptionalText,
  brand: v.string(),
  last4: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
  /** The card attaches and pays once; later charges are declined. */
  declinesLater: v.boolean(),
});

const CouponRecord = v.object({
  id: Id,
  created: Timestamp,
  name: OptionalText,
  /** One of both. */
  percentOff: v.nullable(v.number()),
  amountOff: v.nullable(v.number()),
  currency: OptionalText,
  duration: v.picklist(["forever", "once", "repeating"]),
  durationInMonths: v.nullable(v.number()),
  metadata: Metadata,
  timesRedeemed: v.number(),
});

const PromotionCodeRecord = v.object({
  id: Id,
  created: Timestamp,
  code: v.string(),
  coupon: Id,
  active: v.boolean(),
  metadata: Metadata,
  timesRedeemed: v.number(),
});

const Promotion = v.object({ coupon: Id, promotionCode: v.nullable(Id) });

const OrderLine = v.object({ price: Id, quantity: v.number() });

const CheckoutSessionRecord = v.object({
  id: Id,
  created: Timestamp,
  expiresAt: Timestamp,
  status: v.picklist(["open", "complete", "expired"]),
  customer: v.nullable(Id),
  customerEmail: OptionalText,
  payerEmail: OptionalText,
  payerName: OptionalText,
  clientReferenceId: OptionalText,
  metadata: Metadata,
  lines: v.array(OrderLine),
  mode: v.optional(v.picklist(["payment", "subscription"]), "subscription"),
  /** Adaptive Pricing, which an account has switched on where the session does not say. */
  isAdaptive: v.optional(v.boolean(), true),
  allowsPromotionCodes: v.optional(v.boolean(), false),
  promotion: v.optional(v.nullable(Promotion), null),
  /** True if a payer without a customer becomes one, in payment mode. */
  createsCustomer: v.optional(v.boolean(), false),
  paymentMetadata: v.optional(Metadata, {}),
  paymentIntent: v.optional(v.nullable(Id), null),
  successUrl: v.string(),
  cancelUrl: OptionalText,
  trialDays: v.nullable(v.number()),
  subscriptionMetadata: Metadata,
  subscription: v.nullable(Id),
  invoice: v.nullable(Id),
});

const SubscriptionItemRecord = v.object({
  ...OrderLine.entries,
  id: Id,
  created: Timestamp,
  metadata: Metadata,
});

const InvoiceLineRecord = v.object({
  id: Id,
  amount: v.number(),
  description: v.string(),
  price: Id,
  quantity: v.number(),
  /** The subscription item's id. */
  item: Id,
  isProration: v.boolean(),
  periodStart: Timestamp,
  periodEnd: Timestamp,
});

const SubscriptionRecord = v.object({
  id: Id,
  created: Timestamp,
  customer: Id,
  status: v.picklist([
    "active",
    "trialing",
    "past_due",
    "unpaid",
    "canceled",
    "incomplete",
    "incomplete_expired",
  ]),
  items: v.array(SubscriptionItemRecord),
  /** Prorations for the next invoice. */
  pendingLines: v.array(InvoiceLineRecord),
  /** The items of a change scheduled for the next period. */
  scheduled: v.nullable(
    v.object({
      schedule: Id,
      items: v.array(SubscriptionItemRecord),
      /** The card of its default settings, and the one of its phases, which comes first. */
      card: v.optional(v.nullable(Id), null),
      phaseCard: v.optional(v.nullable(Id), null),
      /** Whether its second phase keeps the subscription's discount. */
      isDiscounted: v.optional(v.boolean(), true),
    }),
  ),
  metadata: Metadata,
  /** Billing cycle anchor: renewals are whole periods after this time, so a 31st stays a 31st. */
  anchor: Timestamp,
  periodStart: Timestamp,
  periodEnd: Timestamp,
  trialStart: OptionalTimestamp,
  trialEnd: OptionalTimestamp,
  trialEndAnnounced: v.boolean(),
  cancelAt: OptionalTimestamp,
  cancelAtPeriodEnd: v.boolean(),
  canceledAt: OptionalTimestamp,
  endedAt: OptionalTimestamp,
  cancellation: v.object({
    reason: v.nullable(v.picklist(["cancellation_requested", "payment_failed"])),
  }),
  defaultPaymentMethod: v.nullable(Id),
  latestInvoice: v.nullable(Id),
  /** The buyer's own currency, where Adaptive Pricing charges in it. */
  presentmentCurrency: v.optional(OptionalText, null),
  discount: v.optional(
    v.nullable(v.object({ ...Promotion.entries, id: Id, end: OptionalTimestamp })),
    null,
  ),
});

const InvoiceRecord = v.object({
  id: Id,
  created: Timestamp,
  /** Null for a preview. */
  number: OptionalText,
  customer: Id,
  subscription: Id,
  currency: v.string(),
  lines: v.array(InvoiceLineRecord),
  /** What a coupon takes off the lines. */
  discount: v.optional(v.nullable(v.object({ id: Id, amount: v.number() })), null),
  /** The customer's balance before and after this invoice. */
  startingBalance: v.number(),
  endingBalance: v.number(),
  reason: v.picklist(["subscription_create", "subscription_cycle", "subscription_update"]),
  status: v.picklist(["draft", "open", "paid", "uncollectible", "void"]),
  periodStart: Timestamp,
  periodEnd: Timestamp,
  attempts: v.number(),
  nextAttempt: OptionalTimestamp,
  paidAt: OptionalTimestamp,
  /** The payment method that paid it. */
  paidWith: v.optional(v.nullable(Id), null),
  voidedAt: OptionalTimestamp,
});

/** A payment without an invoice. */
const PaymentRecord = v.object({
  id: Id,
  created: Timestamp,
  amount: v.number(),
  currency: v.string(),
  customer: v.nullable(Id),
  card: Id,
  email: OptionalText,
  metadata: Metadata,
});

const RefundRecord = v.object({
  id: Id,
  created: Timestamp,
  /** The payment intent. */
  payment: Id,
  amount: v.number(),
  reason: v.nullable(v.picklist(REFUND_REASONS)),
  metadata: Metadata,
});

const WebhookEndpointRecord = v.object({
  id: Id,
  created: Timestamp,
  url: v.string(),
  secrets: v.array(v.string()),
  enabledEvents: v.array(v.string()),
  description: OptionalText,
  metadata: Metadata,
  isDisabled: v.optional(v.boolean()),
});

export const SCHEDULE_CONDITIONS = ["decreasing_item_amount", "shortening_interval"] as const;
export const TRIAL_UPDATES = ["continue_trial", "end_trial"] as const;

export const CUSTOMER_UPDATES = [
  "address",
  "email",
  "name",
  "phone",
  "shipping",
  "tax_id",
] as const;

const PortalFeatures = v.object({
  /** Has no effect on the pages here. */
  customerUpdate: v.optional(
    v.object({ enabled: v.boolean(), allowed: v.array(v.picklist(CUSTOMER_UPDATES)) }),
    { enabled: false, allowed: [] },
  ),
  invoiceHistory: v.boolean(),
  paymentMethodUpdate: v.boolean(),
  cancel: v.object({ enabled: v.boolean() }),
  pause: v.optional(v.object({ enabled: v.boolean() }), { enabled: false }),
  update: v.object({
    enabled: v.boolean(),
    allowed: v.array(v.picklist(["price", "promotion_code", "quantity"])),
    products: v.array(v.object({ product: Id, prices: v.array(Id) })),
    proration: v.picklist(PRORATION_BEHAVIORS),
    atPeriodEnd: v.array(v.picklist(SCHEDULE_CONDITIONS)),
    trial: v.picklist(TRIAL_UPDATES),
  }),
});

const PortalConfigurationRecord = v.object({
  id: Id,
  created: Timestamp,
  updated: Timestamp,
  isDefault: v.boolean(),
  active: v.boolean(),
  features: PortalFeatures,
  headline: OptionalText,
  defaultReturnUrl: OptionalText,
  metadata: Metadata,
});

export const PORTAL_FLOWS = [
  "payment_method_update",
  "subscription_cancel",
  "subscription_update",
  "subscription_update_confirm",
] as const;

export const AFTER_COMPLETION = ["portal_homepage", "redirect"] as const;

const PortalFlowRecord = v.object({
  type: v.picklist(PORTAL_FLOWS),
  /** Null for `payment_method_update`. */
  subscription: v.nullable(Id),
  /** The item and its new price, for `subscription_update_confirm`. */
  item: v.nullable(v.object({ id: Id, price: Id })),
  afterCompletion: v.object({
    type: v.picklist(AFTER_COMPLETION),
    returnUrl: OptionalText,
  }),
  isCompleted: v.boolean(),
});

const PortalSessionRecord = v.object({
  id: Id,
  created: Timestamp,
  customer: Id,
  configuration: Id,
  /** Null for the whole portal. */
  flow: v.optional(v.nullable(PortalFlowRecord), null),
  returnUrl: OptionalText,
});

const EventRecord = v.object({
  id: Id,
  created: Timestamp,
  type: v.string(),
  /** The event's JSON at the time it occurred. */
  body: v.string(),
  /** Undefined until a delivery was tried. */
  isDelivered: v.optional(v.boolean()),
});

/** The content of a state file. */
export const Snapshot = v.object({
  version: v.literal(2),
  clockOffset: v.number(),
  sequence: v.number(),
  products: v.array(ProductRecord),
  prices: v.array(PriceRecord),
  customers: v.array(CustomerRecord),
  paymentMethods: v.array(PaymentMethodRecord),
  checkoutSessions: v.array(CheckoutSessionRecord),
  subscriptions: v.array(SubscriptionRecord),
  invoices: v.array(InvoiceRecord),
  webhookEndpoints: v.array(WebhookEndpointRecord),
  portalConfigurations: v.array(PortalConfigurationRecord),
  portalSessions: v.array(PortalSessionRecord),
  events: v.array(EventRecord),
  coupons: v.optional(v.array(CouponRecord), []),
  promotionCodes: v.optional(v.array(PromotionCodeRecord), []),
  payments: v.optional(v.array(PaymentRecord), []),
  refunds: v.optional(v.array(RefundRecord), []),
  unusedParameters: v.optional(v.record(Id, v.record(v.string(), v.unknown())), {}),
});

export type ProductRecord = v.InferOutput<typeof ProductRecord>;
export type PriceRecord = v.InferOutput<typeof PriceRecord>;
export type CouponRecord = v.InferOutput<typeof CouponRecord>;
export type PromotionCodeRecord = v.InferOutput<typeof PromotionCodeRecord>;
export type Promotion = v.InferOutput<typeof Promotion>;
export type PaymentRecord = v.InferOutput<typeof PaymentRecord>;
export type RefundRecord = v.InferOutput<typeof RefundRecord>;
export type OrderLine = v.InferOutput<typeof OrderLine>;
export type SubscriptionItemRecord = v.InferOutput<typeof SubscriptionItemRecord>;
export type InvoiceLineRecord = v.InferOutput<typeof InvoiceLineRecord>;
export type PortalFeatures = v.InferOutput<typeof PortalFeatures>;
export type CustomerRecord = v.InferOutput<typeof CustomerRecord>;
export type PaymentMethodRecord = v.InferOutput<typeof PaymentMethodRecord>;
export type CheckoutSessionRecord = v.InferOutput<typeof CheckoutSessionRecord>;
export type SubscriptionRecord = v.InferOutput<typeof SubscriptionRecord>;
export type InvoiceRecord = v.InferOutput<typeof InvoiceRecord>;
export type WebhookEndpointRecord = v.InferOutput<typeof WebhookEndpointRecord>;
export type PortalConfigurationRecord = v.InferOutput<typeof PortalConfigurationRecord>;
export type PortalFlowRecord = v.InferOutput<typeof PortalFlowRecord>;
export type PortalSessionRecord = v.InferOutput<typeof PortalSessionRecord>;
export type EventRecord = v.InferOutput<typeof EventRecord>;
export type Snapshot = v.InferOutput<typeof Snapshot>;
