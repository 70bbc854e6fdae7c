/** API objects: portal sessions and configurations, webhook endpoints. */
import Stripe from "stripe";
import type { Account } from "../account.ts";
import type {
  PortalConfigurationRecord,
  PortalFeatures,
  PortalFlowRecord,
  PortalSessionRecord,
  WebhookEndpointRecord,
} from "../records.ts";

export function serializePortalSession(
  { baseUrl }: Account,
  record: PortalSessionRecord,
): Stripe.BillingPortal.Session {
  return {
    id: record.id,
    object: "billing_portal.session",
    configuration: record.configuration,
    created: record.created,
    customer: record.customer,
    customer_account: null,
    flow: record.flow && toPortalFlow(record.flow),
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: record.returnUrl,
    url: `${baseUrl}/p/session/${record.id}`,
  };
}

function toPortalFlow({
  type,
  subscription: id,
  item,
  afterCompletion: { type: after, returnUrl },
}: PortalFlowRecord): Stripe.BillingPortal.Session.Flow {
  const subscription = id ?? "";
  return {
    type,
    after_completion: {
      type: after,
      hosted_confirmation: null,
      redirect: returnUrl === null ? null : { return_url: returnUrl },
    },
    customer_update: null,
    subscription_cancel: type === "subscription_cancel" ? { subscription, retention: null } : null,
    subscription_pause: null,
    subscription_update: type === "subscription_update" ? { subscription } : null,
    subscription_update_confirm: item && { subscription, items: [item], discounts: null },
  };
}

export function toPortalConfiguration(
  record: PortalConfigurationRecord,
): Stripe.BillingPortal.Configuration {
  return {
    id: record.id,
    object: "billing_portal.configuration",
    active: record.active,
    application: null,
    business_profile: {
      headline: record.headline,
      privacy_policy_url: null,
      terms_of_service_url: null,
    },
    created: record.created,
    default_return_url: record.defaultReturnUrl,
    features: toPortalFeatures(record.features),
    is_default: record.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: record.metadata,
    name: null,
    updated: record.updated,
  };
}

/** The products of a configuration, which Stripe includes only on expansion. */
export function toPortalProducts({
  features,
}: PortalConfigurationRecord): Stripe.BillingPortal.Configuration.Features.SubscriptionUpdate.Product[] {
  return features.update.products.map(({ product, prices }) => ({
    adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
    prices,
    product,
  }));
}

/** Omits `products`. */
function toPortalFeatures({
  customerUpdate,
  invoiceHistory,
  paymentMethodUpdate,
  cancel,
  pause,
  update,
}: PortalFeatures): Stripe.BillingPortal.Configuration.Features {
  return {
    customer_update: {
      allowed_updates: customerUpdate.allowed,
      enabled: customerUpdate.enabled,
    },
    invoice_history: { enabled: invoiceHistory },
    payment_method_update: { enabled: paymentMethodUpdate, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: cancel.enabled,
      mode: "at_period_end",
      proration_behavior: "none",
    },
    subscription_pause: {
      duration: { interval_options: [], type: "indefinite" },
      enabled: pause.enabled,
    },
    subscription_update: {
      billing_cycle_anchor: "unchanged",
      default_allowed_updates: update.allowed,
      enabled: update.enabled,
      proration_behavior: update.proration,
      schedule_at_period_end: { conditions: update.atPeriodEnd.map((type) => ({ type })) },
      trial_update_behavior: update.trial,
    },
  };
}

/** `secret` is included only in the response that creates the endpoint. */
export function toWebhookEndpoint(
  record: WebhookEndpointRecord,
  shown: { secret?: string } = {},
): Stripe.WebhookEndpoint {
  return {
    id: record.id,
    object: "webhook_endpoint",
    api_version: Stripe.API_VERSION,
    application: null,
    created: record.created,
    description: record.description,
    enabled_events: record.enabledEvents,
    livemode: false,
    metadata: record.metadata,
    ...shown,
    status: record.isDisabled ? "disabled" : "enabled",
    url: record.url,
  };
}
