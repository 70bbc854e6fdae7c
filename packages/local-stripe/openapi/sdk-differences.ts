/**
 * Differences between the installed SDK and the published description, which has an older API version and omits
 * deprecated fields. The SDK's types check these fields at compile time.
 */
import * as v from "valibot";

export const NamedSchema = v.looseObject({
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  required: v.optional(v.array(v.string()), []),
});

/** Fields missing from the description, by schema. */
const SDK_ONLY_FIELDS: Readonly<Record<string, readonly string[]>> = {
  "checkout.session": ["allowed_payment_method_types"],
  portal_features: ["subscription_pause"],
  portal_flows_flow: ["subscription_pause"],
  product: ["tax_details", "type"],
  recurring: ["trial_period_days"],
  subscription_item: ["current_trial", "plan"],
  subscription_schedule: ["pause_schedules"],
  subscription_schedule_configuration_item: ["plan"],
  subscriptions_resource_trial_settings_end_behavior: ["billing_cycle_anchor"],
};

/** Required fields of the description that the SDK's API version removed, by schema. */
const REMOVED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  invoice: ["amount_paid_off_stripe"],
};

/** Adapts `schemas` to the SDK. Throws when a listed difference no longer exists. */
export function applySdkDifferences(
  schemas: Record<string, v.InferOutput<typeof NamedSchema>>,
): void {
  for (const [name, fields] of Object.entries(SDK_ONLY_FIELDS)) {
    const schema = schemas[name];
    for (const field of fields) {
      if (!schema || field in schema.properties)
        throw new Error(`${name}.${field} is now in the description`);
      schema.properties[field] = true;
    }
  }
  for (const [name, fields] of Object.entries(REMOVED_FIELDS)) {
    const schema = schemas[name];
    for (const field of fields) {
      if (!schema?.required.includes(field))
        throw new Error(`${name}.${field} is no longer required`);
      schema.required = schema.required.filter((other) => other !== field);
    }
  }
}
