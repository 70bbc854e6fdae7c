/**
 * What the local Stripe remembers, as plain JSON. The schemas read a saved state back, the types are
 * theirs. The API's own objects are made from these records in `objects/`.
 * All times are Unix seconds, all amounts are in the currency's smallest unit.
 */
import * as v from "valibot";

const Id = v.string();
const Timestamp = v.number();
const OptionalText = v.nullable(v.string());
const OptionalTimestamp = v.nullable(Timestamp);
const Metadata = v.record(v.string(), v.string());

export const MISSING_PAYMENT_METHOD = ["cancel", "create_invoice", "pause"] as const;
export const CANCELLATION_FEEDBACK = [
  "customer_service",
  "low_quality",
  "missing_features",
  "other",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
] as const;

const CustomerRecord = v.object({
  id: Id,
  created: Timestamp,
  deleted: v.boolean(),
  email: OptionalText,
  name: OptionalText,
  phone: OptionalText,
  description: OptionalText,
  metadata: Metadata,
  defaultPaymentMethod: v.nullable(Id),
});

const PaymentMethodRecord = v.object({
  id: Id,
  created: Timestamp,
  customer: Id,
  name: OptionalText,
  email: OptionalText,
  brand: v.string(),
  last4: v.string(),
  expMonth: v.number(),
  expYear: v.number(),
  /** The card attaches and pays the first time, then every later charge is declined. */
  declinesLater: v.boolean(),
});

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
  price: Id,
  quantity: v.number(),
  successUrl: v.string(),
  cancelUrl: OptionalText,
  locale: OptionalText,
  allowPromotionCodes: v.nullable(v.boolean()),
  billingAddressCollection: v.nullable(v.picklist(["auto", "required"])),
  paymentMethodCollection: v.picklist(["always", "if_required"]),
  trialDays: v.nullable(v.number()),
  trialEnd: OptionalTimestamp,
  missingPaymentMethod: v.picklist(MISSING_PAYMENT_METHOD),
  subscriptionDescription: OptionalText,
  subscriptionMetadata: Metadata,
  subscription: v.nullable(Id),
  invoice: v.nullable(Id),
});

const SubscriptionRecord = v.object({
  id: Id,
  created: Timestamp,
  customer: Id,
  status: v.picklist(["active", "trialing", "past_due", "unpaid", "paused", "canceled"]),
  item: Id,
  price: Id,
  quantity: v.number(),
  description: OptionalText,
  metadata: Metadata,
  /** Renewals fall on whole periods after this moment, so that a 31st stays a 31st. */
  anchor: Timestamp,
  periodStart: Timestamp,
  periodEnd: Timestamp,
  trialStart: OptionalTimestamp,
  trialEnd: OptionalTimestamp,
  trialEndAnnounced: v.boolean(),
  missingPaymentMethod: v.picklist(MISSING_PAYMENT_METHOD),
  cancelAt: OptionalTimestamp,
  cancelAtPeriodEnd: v.boolean(),
  canceledAt: OptionalTimestamp,
  endedAt: OptionalTimestamp,
  cancellation: v.object({
    comment: OptionalText,
    feedback: v.nullable(v.picklist(CANCELLATION_FEEDBACK)),
    reason: v.nullable(v.picklist(["cancellation_requested", "payment_failed"])),
  }),
  defaultPaymentMethod: v.nullable(Id),
  latestInvoice: v.nullable(Id),
});

const InvoiceRecord = v.object({
  id: Id,
  created: Timestamp,
  number: v.string(),
  customer: Id,
  subscription: Id,
  price: Id,
  quantity: v.number(),
  amount: v.number(),
  description: v.string(),
  reason: v.picklist(["subscription_create", "subscription_cycle", "subscription_update"]),
  status: v.picklist(["open", "paid", "uncollectible", "void"]),
  periodStart: Timestamp,
  periodEnd: Timestamp,
  attempts: v.number(),
  nextAttempt: OptionalTimestamp,
  paidAt: OptionalTimestamp,
});

const WebhookEndpointRecord = v.object({
  id: Id,
  created: Timestamp,
  url: v.string(),
  secrets: v.array(v.string()),
  enabledEvents: v.array(v.string()),
  enabled: v.boolean(),
  description: OptionalText,
  metadata: Metadata,
});

const PortalConfigurationRecord = v.object({
  id: Id,
  created: Timestamp,
  isDefault: v.boolean(),
  name: OptionalText,
  headline: OptionalText,
  privacyPolicyUrl: OptionalText,
  termsOfServiceUrl: OptionalText,
  defaultReturnUrl: OptionalText,
  metadata: Metadata,
});

const PortalSessionRecord = v.object({
  id: Id,
  created: Timestamp,
  customer: Id,
  configuration: Id,
  returnUrl: OptionalText,
  locale: OptionalText,
});

const EventRecord = v.object({
  id: Id,
  created: Timestamp,
  type: v.string(),
  /** The event as JSON, as it was when it happened. */
  body: v.string(),
});

/** Everything a state file holds. */
export const Snapshot = v.object({
  version: v.literal(1),
  clockOffset: v.number(),
  sequence: v.number(),
  customers: v.array(CustomerRecord),
  paymentMethods: v.array(PaymentMethodRecord),
  checkoutSessions: v.array(CheckoutSessionRecord),
  subscriptions: v.array(SubscriptionRecord),
  invoices: v.array(InvoiceRecord),
  webhookEndpoints: v.array(WebhookEndpointRecord),
  portalConfigurations: v.array(PortalConfigurationRecord),
  portalSessions: v.array(PortalSessionRecord),
  events: v.array(EventRecord),
});

export type CustomerRecord = v.InferOutput<typeof CustomerRecord>;
export type PaymentMethodRecord = v.InferOutput<typeof PaymentMethodRecord>;
export type CheckoutSessionRecord = v.InferOutput<typeof CheckoutSessionRecord>;
export type SubscriptionRecord = v.InferOutput<typeof SubscriptionRecord>;
export type InvoiceRecord = v.InferOutput<typeof InvoiceRecord>;
export type WebhookEndpointRecord = v.InferOutput<typeof WebhookEndpointRecord>;
export type PortalConfigurationRecord = v.InferOutput<typeof PortalConfigurationRecord>;
export type PortalSessionRecord = v.InferOutput<typeof PortalSessionRecord>;
export type EventRecord = v.InferOutput<typeof EventRecord>;
export type Snapshot = v.InferOutput<typeof Snapshot>;

/** A price and its product: fixed at start, never saved. */
export interface PriceRecord {
  id: string;
  product: string;
  productName: string;
  lookupKey: string | null;
  unitAmount: number;
  currency: string;
  interval: "month" | "year";
  active: boolean;
}
