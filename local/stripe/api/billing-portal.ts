/** The billing portal: `/v1/billing_portal/sessions` and `/v1/billing_portal/configurations`. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { invalidRequest, missingReference, notFound } from "../errors.ts";
import { listPage } from "../lists.ts";
import { toPortalConfiguration } from "../objects/settings.ts";
import { viewPortalSession } from "../objects/views.ts";
import * as p from "../parameters.ts";
import type { PortalConfigurationRecord, PortalSessionRecord } from "../records.ts";
import { customerParameter } from "./customers.ts";
import type { Api } from "./router.ts";

const SessionCreateParams = v.strictObject({
  configuration: v.optional(p.text),
  customer: p.text,
  expand: v.optional(p.expand),
  locale: v.optional(p.oneOf("auto", "en")),
  return_url: v.optional(p.url),
} satisfies p.Entries<Stripe.BillingPortal.SessionCreateParams>);

const enabled = { enabled: p.boolean };

/** Read and checked, but every local portal offers the same. */
const Features = v.strictObject({
  invoice_history: v.optional(
    v.strictObject(enabled satisfies p.Entries<FeatureParams["invoice_history"]>),
  ),
  payment_method_update: v.optional(
    v.strictObject(enabled satisfies p.Entries<FeatureParams["payment_method_update"]>),
  ),
  subscription_cancel: v.optional(
    v.strictObject({
      ...enabled,
      mode: v.optional(p.oneOf("at_period_end", "immediately")),
      proration_behavior: v.optional(p.oneOf("always_invoice", "create_prorations", "none")),
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
      proration_behavior: v.optional(p.oneOf("always_invoice", "create_prorations", "none")),
    } satisfies p.Entries<FeatureParams["subscription_update"]>),
  ),
} satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams.Features>);

type FeatureParams = Required<Stripe.BillingPortal.ConfigurationCreateParams.Features>;

const ConfigurationCreateParams = v.strictObject({
  business_profile: v.optional(
    v.strictObject({
      headline: v.optional(p.text),
      privacy_policy_url: v.optional(p.url),
      terms_of_service_url: v.optional(p.url),
    } satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams.BusinessProfile>),
  ),
  default_return_url: v.optional(p.url),
  expand: v.optional(p.expand),
  features: Features,
  metadata: v.optional(p.metadata),
  name: v.optional(p.text),
} satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams>);

const ConfigurationListParams = v.strictObject({
  ...p.listEntries,
  active: v.optional(p.boolean),
  is_default: v.optional(p.boolean),
} satisfies p.Entries<Stripe.BillingPortal.ConfigurationListParams>);

export function registerBillingPortal({ account, on }: Api): void {
  const { store, clock } = account;

  on("POST", "/v1/billing_portal/sessions", SessionCreateParams, (parameters) => {
    const configuration = chosenConfiguration(account, parameters.configuration);
    const record: PortalSessionRecord = {
      id: store.newId("bps_1"),
      created: clock.now(),
      customer: customerParameter(store, parameters.customer).id,
      configuration: configuration.id,
      returnUrl: parameters.return_url ?? configuration.defaultReturnUrl,
      locale: parameters.locale ?? null,
    };
    store.portalSessions.set(record.id, record);
    return viewPortalSession(account, record);
  });

  on("POST", "/v1/billing_portal/configurations", ConfigurationCreateParams, (parameters) => {
    const profile = parameters.business_profile;
    const record: PortalConfigurationRecord = {
      id: store.newId("bpc_1"),
      created: clock.now(),
      isDefault: false,
      name: parameters.name ?? null,
      headline: profile?.headline ?? null,
      privacyPolicyUrl: profile?.privacy_policy_url ?? null,
      termsOfServiceUrl: profile?.terms_of_service_url ?? null,
      defaultReturnUrl: parameters.default_return_url ?? null,
      metadata: p.mergeMetadata({}, parameters.metadata),
    };
    store.portalConfigurations.set(record.id, record);
    return toPortalConfiguration(record);
  });

  on("GET", "/v1/billing_portal/configurations", ConfigurationListParams, (query) => {
    const records = [...store.portalConfigurations.values()].filter(
      (record) =>
        query.active !== false && (query.is_default ?? record.isDefault) === record.isDefault,
    );
    return listPage(records, query, {
      url: "/v1/billing_portal/configurations",
      kind: "configuration",
      show: toPortalConfiguration,
    });
  });

  on("GET", "/v1/billing_portal/configurations/:id", p.onlyExpand, (_, id) => {
    const record = store.portalConfigurations.get(id);
    if (!record) throw notFound("configuration", id, "configuration");
    return toPortalConfiguration(record);
  });
}

function chosenConfiguration(account: Account, id: string | undefined): PortalConfigurationRecord {
  const records = [...account.store.portalConfigurations.values()];
  const record = records.find((candidate) =>
    id === undefined ? candidate.isDefault : candidate.id === id,
  );
  if (record) return record;
  if (id !== undefined) throw missingReference("configuration", id, "configuration");
  throw invalidRequest("No default portal configuration.", "configuration");
}

/** The configuration a session gets when none is named, as saved in the Dashboard. */
export function defaultPortalConfiguration(created: number): PortalConfigurationRecord {
  return {
    id: "bpc_local_default",
    created,
    isDefault: true,
    name: null,
    headline: null,
    privacyPolicyUrl: null,
    termsOfServiceUrl: null,
    defaultReturnUrl: null,
    metadata: {},
  };
}
