/** The portal configuration's `features`: parameter schema, defaults, and merging of updates. */
import type Stripe from "stripe";
import * as v from "valibot";
import {
  CUSTOMER_UPDATES,
  type PortalConfigurationRecord,
  type PortalFeatures,
  PRORATION_BEHAVIORS,
  SCHEDULE_CONDITIONS,
  TRIAL_UPDATES,
} from "../records.ts";
import { invalidRequest } from "../requests/errors.ts";
import * as p from "../requests/parameters.ts";
import type { Store } from "../store.ts";

const enabled = { enabled: p.boolean };

export const Features = v.strictObject({
  customer_update: v.optional(
    v.strictObject({
      ...enabled,
      allowed_updates: v.optional(v.array(p.oneOf(...CUSTOMER_UPDATES))),
    } satisfies p.Entries<FeatureParams["customer_update"]>),
  ),
  invoice_history: v.optional(
    v.strictObject(enabled satisfies p.Entries<FeatureParams["invoice_history"]>),
  ),
  payment_method_update: v.optional(
    v.strictObject(enabled satisfies p.Entries<FeatureParams["payment_method_update"]>),
  ),
  subscription_cancel: v.optional(
    v.strictObject({
      ...enabled,
      mode: v.optional(
        v.literal("at_period_end", "The local Stripe cancels at the period's end only."),
      ),
    } satisfies p.Entries<FeatureParams["subscription_cancel"]>),
  ),
  subscription_update: v.optional(
    v.strictObject({
      ...enabled,
      default_allowed_updates: v.optional(v.array(p.oneOf("price", "promotion_code", "quantity"))),
      products: v.optional(
        v.array(
          v.strictObject({
            prices: v.array(p.text),
            product: p.text,
          } satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.Product>),
        ),
      ),
      proration_behavior: v.optional(p.oneOf(...PRORATION_BEHAVIORS)),
      schedule_at_period_end: v.optional(
        v.strictObject({
          conditions: v.optional(
            v.array(
              v.strictObject({
                type: p.oneOf(...SCHEDULE_CONDITIONS),
              } satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.ScheduleAtPeriodEnd.Condition>),
            ),
          ),
        } satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate.ScheduleAtPeriodEnd>),
      ),
      trial_update_behavior: v.optional(p.oneOf(...TRIAL_UPDATES)),
    } satisfies p.Entries<FeatureParams["subscription_update"]>),
  ),
  subscription_pause: v.optional(
    v.strictObject(enabled satisfies p.Entries<FeatureParams["subscription_pause"]>),
  ),
} satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams.Features>);

export type Features = v.InferOutput<typeof Features>;
type FeatureParams = Required<Stripe.BillingPortal.ConfigurationCreateParams.Features>;

/** Stripe's defaults: features are off unless enabled (API reference, Create a portal configuration). */
const NO_FEATURES: PortalFeatures = {
  customerUpdate: { enabled: false, allowed: [] },
  invoiceHistory: false,
  paymentMethodUpdate: false,
  cancel: { enabled: false },
  pause: { enabled: false },
  update: {
    enabled: false,
    allowed: [],
    products: [],
    proration: "none",
    atPeriodEnd: [],
    trial: "end_trial",
  },
};

function createPortalConfiguration(id: string, created: number): PortalConfigurationRecord {
  return {
    id,
    created,
    updated: created,
    isDefault: false,
    active: true,
    features: NO_FEATURES,
    headline: null,
    defaultReturnUrl: null,
    metadata: {},
  };
}

/** The default configuration, as the Dashboard's first save creates it. */
export function createDefaultPortalConfiguration(
  store: Store,
  created: number,
): PortalConfigurationRecord {
  const products = [...store.products.keys()].map((product) => ({
    product,
    prices: [...store.prices.values()]
      .filter((price) => price.active && price.product === product)
      .map(({ id }) => id),
  }));
  return {
    ...createPortalConfiguration("bpc_local_default", created),
    isDefault: true,
    features: {
      customerUpdate: { enabled: true, allowed: ["name", "email", "address", "phone"] },
      invoiceHistory: true,
      paymentMethodUpdate: true,
      cancel: { enabled: true },
      pause: { enabled: false },
      update: {
        ...NO_FEATURES.update,
        enabled: true,
        allowed: ["price"],
        products,
        proration: "create_prorations",
      },
    },
  };
}

/** Merges the `given` features into `known`; missing features are unchanged. Throws Stripe's errors. */
export function mergeFeatures(
  store: Store,
  known: PortalFeatures,
  given: Features | undefined,
): PortalFeatures {
  const {
    customer_update: customer,
    subscription_cancel: cancel,
    subscription_update: update,
  } = given ?? {};
  return {
    customerUpdate: {
      enabled: customer?.enabled ?? known.customerUpdate.enabled,
      allowed: customer?.allowed_updates ?? known.customerUpdate.allowed,
    },
    invoiceHistory: given?.invoice_history?.enabled ?? known.invoiceHistory,
    paymentMethodUpdate: given?.payment_method_update?.enabled ?? known.paymentMethodUpdate,
    cancel: { enabled: cancel?.enabled ?? known.cancel.enabled },
    pause: { enabled: given?.subscription_pause?.enabled ?? known.pause.enabled },
    update: validateUpdate(store, {
      enabled: update?.enabled ?? known.update.enabled,
      allowed: update?.default_allowed_updates ?? known.update.allowed,
      products: update?.products ?? known.update.products,
      proration: update?.proration_behavior ?? known.update.proration,
      atPeriodEnd:
        update?.schedule_at_period_end?.conditions?.map(({ type }) => type) ??
        known.update.atPeriodEnd,
      trial: update?.trial_update_behavior ?? known.update.trial,
    }),
  };
}

function validateUpdate(store: Store, update: PortalFeatures["update"]): PortalFeatures["update"] {
  if (!update.enabled) return update;
  const name = "features[subscription_update]";
  if (update.allowed.length === 0) {
    throw invalidRequest(
      `Missing required param: ${name}[default_allowed_updates].`,
      `${name}[default_allowed_updates]`,
      "parameter_missing",
    );
  }
  if (update.products.length === 0) {
    throw invalidRequest(
      `Missing required param: ${name}[products].`,
      `${name}[products]`,
      "parameter_missing",
    );
  }
  for (const { product, prices } of update.products) {
    for (const id of prices) {
      if (store.prices.get(id)?.product === product) continue;
      throw invalidRequest(
        `The price \`${id}\` does not belong to the product \`${product}\`.`,
        `${name}[products]`,
      );
    }
  }
  return update;
}
