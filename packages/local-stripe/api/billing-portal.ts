/** The billing portal: `/v1/billing_portal/sessions` and `/v1/billing_portal/configurations`. */
import type Stripe from "stripe";
import * as v from "valibot";
import type { Account } from "../account.ts";
import { getAvailablePrices } from "../billing/portal.ts";
import { isEnded } from "../billing/subscriptions.ts";
import { serializePortalSession, toPortalConfiguration } from "../objects/settings.ts";
import {
  AFTER_COMPLETION,
  PORTAL_FLOWS,
  type PortalConfigurationRecord,
  type PortalFlowRecord,
  type PortalSessionRecord,
} from "../records.ts";
import { findRecord, invalidRequest, missingReference } from "../requests/errors.ts";
import { paginate } from "../requests/pagination.ts";
import * as p from "../requests/parameters.ts";
import type { Api } from "../requests/router.ts";
import type { Store } from "../store.ts";
import { getReferencedCustomer } from "./customers.ts";
import { Features, mergeFeatures } from "./portal-features.ts";

type FlowParams = Required<Stripe.BillingPortal.SessionCreateParams.FlowData>;
type AfterParams = Required<FlowParams["after_completion"]>;

const FlowData = v.strictObject({
  after_completion: v.optional(
    v.strictObject({
      redirect: v.optional(
        v.strictObject({
          return_url: p.url,
        } satisfies p.Entries<AfterParams["redirect"]>),
      ),
      type: p.oneOf(...AFTER_COMPLETION),
    } satisfies p.Entries<FlowParams["after_completion"]>),
  ),
  subscription_cancel: v.optional(
    v.strictObject({ subscription: p.text } satisfies p.Entries<FlowParams["subscription_cancel"]>),
  ),
  subscription_update: v.optional(
    v.strictObject({ subscription: p.text } satisfies p.Entries<FlowParams["subscription_update"]>),
  ),
  subscription_update_confirm: v.optional(
    v.strictObject({
      items: v.pipe(
        v.array(
          v.strictObject({
            id: p.text,
            price: p.text,
            quantity: v.optional(p.integer),
          } satisfies p.Entries<FlowParams["subscription_update_confirm"]["items"][number]>),
        ),
        v.length(1, "Only one item can be updated"),
      ),
      subscription: p.text,
    } satisfies p.Entries<FlowParams["subscription_update_confirm"]>),
  ),
  type: p.oneOf(...PORTAL_FLOWS),
} satisfies p.Entries<Stripe.BillingPortal.SessionCreateParams.FlowData>);

const SessionCreateParams = v.strictObject({
  configuration: v.optional(p.text),
  customer: p.text,
  expand: v.optional(p.expand),
  flow_data: v.optional(FlowData),
  return_url: v.optional(p.url),
} satisfies p.Entries<Stripe.BillingPortal.SessionCreateParams>);

const configurationEntries = {
  business_profile: v.optional(
    v.strictObject({
      headline: v.optional(p.text),
    } satisfies p.Entries<Stripe.BillingPortal.ConfigurationCreateParams.BusinessProfile>),
  ),
  default_return_url: v.optional(p.url),
  expand: v.optional(p.expand),
};

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
    const customer = getReferencedCustomer(store, parameters.customer).id;
    const { flow_data: flow } = parameters;
    const record: PortalSessionRecord = {
      id: store.newId("bps_1"),
      created: clock.now(),
      customer,
      configuration: configuration.id,
      flow: flow ? createFlow(account, { customer, configuration }, flow) : null,
      returnUrl: parameters.return_url ?? configuration.defaultReturnUrl,
    };
    store.portalSessions.set(record.id, record);
    return serializePortalSession(account, record);
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
}

/** Throws Stripe's error when the customer cannot complete the flow. */
function createFlow(
  account: Account,
  session: { readonly customer: string; readonly configuration: PortalConfigurationRecord },
  flow: v.InferOutput<typeof FlowData>,
): PortalFlowRecord {
  const { features, id: configuration } = session.configuration;
  const { type, after_completion: after } = flow;
  const record: PortalFlowRecord = {
    type,
    subscription: null,
    item: null,
    afterCompletion: {
      type: after?.type ?? "portal_homepage",
      returnUrl: after?.redirect?.return_url ?? null,
    },
    isCompleted: false,
  };
  if (type === "payment_method_update") {
    if (features.paymentMethodUpdate) return record;
    throw disabledFeature("payment method update");
  }
  const target = flow[type];
  const param = `flow_data[${type}]`;
  if (!target)
    throw invalidRequest(`Missing required param: ${param}.`, param, "parameter_missing");
  const subscription = account.store.subscriptions.get(target.subscription);
  if (subscription?.customer !== session.customer) {
    throw missingReference("subscription", target.subscription, `${param}[subscription]`);
  }
  if (isEnded(subscription)) throw invalidRequest("This subscription has ended.", param);
  record.subscription = subscription.id;
  if (type === "subscription_cancel") {
    if (!features.cancel.enabled) throw disabledFeature("subscription cancellation");
    if (subscription.cancelAt === null) return record;
    throw invalidRequest(`\`${subscription.id}\` is already set to be canceled.`, param);
  }
  if (!features.update.enabled) throw disabledFeature("subscription update");
  if (subscription.scheduled) {
    throw invalidRequest("The subscription is managed by a subscription schedule.", param);
  }
  const [item = null] = flow.subscription_update_confirm?.items ?? [];
  if (type === "subscription_update" || !item) return record;
  const current = subscription.items.find(({ id }) => id === item.id);
  if (!current) throw missingReference("subscription item", item.id, `${param}[items][0][id]`);
  if ((item.quantity ?? current.quantity) !== current.quantity) {
    throw invalidRequest(
      "The local Stripe does not support another quantity in a flow.",
      `${param}[items][0][quantity]`,
    );
  }
  if (!getAvailablePrices(account, subscription, features.update).includes(item.price)) {
    throw invalidRequest(
      `The item \`${item.id}\` cannot be updated to price \`${item.price}\` with the configuration \`${configuration}\`.`,
      `${param}[items][0][price]`,
    );
  }
  return { ...record, item: { id: item.id, price: item.price } };
}

function disabledFeature(feature: string) {
  return invalidRequest(
    `This flow cannot be used because the ${feature} feature in the portal configuration is disabled.`,
    "flow_data[type]",
  );
}

function getConfiguration(store: Store, id: string): PortalConfigurationRecord {
  return findRecord(store.portalConfigurations, id, "configuration", "configuration");
}

function toConfigurationChanges({
  business_profile: profile,
  default_return_url: returnUrl,
}: v.InferOutput<typeof ConfigurationUpdateParams>): Partial<PortalConfigurationRecord> {
  return {
    ...(profile?.headline !== undefined && { headline: profile.headline }),
    ...(returnUrl !== undefined && { defaultReturnUrl: returnUrl }),
  };
}

function findConfiguration(account: Account, id: string | undefined): PortalConfigurationRecord {
  const records = [...account.store.portalConfigurations.values()];
  const record = records.find((candidate) =>
    id === undefined ? candidate.isDefault : candidate.id === id,
  );
  if (record) return record;
  if (id !== undefined) throw missingReference("configuration", id, "configuration");
  throw invalidRequest(
    "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
  );
}
