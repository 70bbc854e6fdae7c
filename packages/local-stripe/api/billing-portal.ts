/** The billing portal: `/v1/billing_portal/sessions` and `/v1/billing_portal/configurations`. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { invalidRequest, missingReference, notFound } from "../errors.ts";
import { serializePortalSession } from "../objects/serialize.ts";
import { toPortalConfiguration } from "../objects/settings.ts";
import { paginate } from "../pagination.ts";
import * as p from "../parameters.ts";
import type { PortalConfigurationRecord, PortalSessionRecord } from "../records.ts";
import type { Store } from "../store.ts";
import { getReferencedCustomer } from "./customers.ts";
import {
  createPortalConfiguration,
  Features,
  mergeFeatures,
  NO_FEATURES,
} from "./portal-features.ts";
import type { Api } from "./router.ts";

const SessionCreateParams = v.strictObject({
  configuration: v.optional(p.text),
  customer: p.text,
  expand: v.optional(p.expand),
  locale: v.optional(p.oneOf("auto", "en")),
  return_url: v.optional(p.url),
} satisfies p.Entries<Stripe.BillingPortal.SessionCreateParams>);

const configurationEntries = {
  business_profile: v.optional(
    v.strictObject({
      headline: v.optional(p.text),
      privacy_policy_url: v.optional(p.url),
      terms_of_service_url: v.optional(p.url),
    } satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams.BusinessProfile>),
  ),
  default_return_url: v.optional(p.url),
  expand: v.optional(p.expand),
  name: v.optional(p.text),
};

const ConfigurationCreateParams = v.strictObject({
  ...configurationEntries,
  features: Features,
  metadata: v.optional(p.metadata),
} satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams>);

const ConfigurationUpdateParams = v.strictObject({
  ...configurationEntries,
  active: v.optional(p.boolean),
  features: v.optional(Features),
  metadata: v.optional(v.union([v.literal(""), p.metadata])),
} satisfies p.EntriesByName<Stripe.BillingPortal.ConfigurationUpdateParams>);

const ConfigurationListParams = v.strictObject({
  ...p.listEntries,
  active: v.optional(p.boolean),
  is_default: v.optional(p.boolean),
} satisfies p.Entries<Stripe.BillingPortal.ConfigurationListParams>);

export function registerBillingPortal({ account, on }: Api): void {
  const { store, clock } = account;

  on("POST", "/v1/billing_portal/sessions", SessionCreateParams, (parameters) => {
    const configuration = findConfiguration(account, parameters.configuration);
    const record: PortalSessionRecord = {
      id: store.newId("bps_1"),
      created: clock.now(),
      customer: getReferencedCustomer(store, parameters.customer).id,
      configuration: configuration.id,
      returnUrl: parameters.return_url ?? configuration.defaultReturnUrl,
      locale: parameters.locale ?? null,
    };
    store.portalSessions.set(record.id, record);
    return serializePortalSession(account, record);
  });

  on("POST", "/v1/billing_portal/configurations", ConfigurationCreateParams, (parameters) => {
    const record: PortalConfigurationRecord = {
      ...createPortalConfiguration(store.newId("bpc_1"), clock.now()),
      ...toConfigurationChanges(parameters),
      features: mergeFeatures(store, NO_FEATURES, parameters.features),
      metadata: p.mergeMetadata({}, parameters.metadata),
    };
    store.portalConfigurations.set(record.id, record);
    return toPortalConfiguration(record);
  });

  on("POST", "/v1/billing_portal/configurations/:id", ConfigurationUpdateParams, (given, id) => {
    const record = getConfiguration(store, id);
    if (given.active === false && record.isDefault) {
      throw invalidRequest("You cannot deactivate the default configuration.", "active");
    }
    Object.assign(record, {
      ...toConfigurationChanges(given),
      active: given.active ?? record.active,
      features: mergeFeatures(store, record.features, given.features),
      metadata: p.mergeMetadata(record.metadata, given.metadata),
      updated: clock.now(),
    } satisfies Partial<PortalConfigurationRecord>);
    return toPortalConfiguration(record);
  });

  on("GET", "/v1/billing_portal/configurations", ConfigurationListParams, (query) => {
    const records = [...store.portalConfigurations.values()].filter(
      (record) =>
        (query.active ?? record.active) === record.active &&
        (query.is_default ?? record.isDefault) === record.isDefault,
    );
    return paginate(records, query, {
      url: "/v1/billing_portal/configurations",
      kind: "configuration",
      serialize: toPortalConfiguration,
    });
  });

  on("GET", "/v1/billing_portal/configurations/:id", p.onlyExpand, (_, id) =>
    toPortalConfiguration(getConfiguration(store, id)),
  );
}

function getConfiguration(store: Store, id: string): PortalConfigurationRecord {
  const record = store.portalConfigurations.get(id);
  if (!record) throw notFound("configuration", id, "configuration");
  return record;
}

function toConfigurationChanges(
  given: Pick<
    v.InferOutput<typeof ConfigurationUpdateParams>,
    "business_profile" | "default_return_url" | "name"
  >,
): Partial<PortalConfigurationRecord> {
  const profile = given.business_profile;
  return {
    ...(given.name !== undefined && { name: given.name }),
    ...(profile?.headline !== undefined && { headline: profile.headline }),
    ...(profile?.privacy_policy_url !== undefined && {
      privacyPolicyUrl: profile.privacy_policy_url,
    }),
    ...(profile?.terms_of_service_url !== undefined && {
      termsOfServiceUrl: profile.terms_of_service_url,
    }),
    ...(given.default_return_url !== undefined && { defaultReturnUrl: given.default_return_url }),
  };
}

function findConfiguration(account: Account, id: string | undefined): PortalConfigurationRecord {
  const records = [...account.store.portalConfigurations.values()];
  const record = records.find((candidate) =>
    id === undefined ? candidate.isDefault : candidate.id === id,
  );
  if (record) return record;
  if (id !== undefined) throw missingReference("configuration", id, "configuration");
  throw invalidRequest("No default portal configuration.", "configuration");
}
