/**
 * Where the installed SDK and the published description differ: the description is of an older API version
 * and leaves out what is deprecated. The SDK's own types prove these fields at compile time.
 */
import * as v from "valibot";

export const NamedSchema = v.looseObject({
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  required: v.optional(v.array(v.string()), []),
});

/** Fields that only the SDK knows, by the schema they belong to. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  "checkout.session": ["allowed_payment_method_types"],
  portal_features: ["subscription_pause"],
  product: ["tax_details", "type"],
  recurring: ["trial_period_days"],
  subscription_item: ["current_trial", "plan"],
  subscription_schedule: ["pause_schedules"],
  subscription_schedule_configuration_item: ["plan"],
  subscriptions_resource_trial_settings_end_behavior: ["billing_cycle_anchor"],
};

/** Fields that only the description knows; the SDK's version of the API has them no more. */
const GONE: Readonly<Record<string, readonly string[]>> = {
  invoice: ["amount_paid_off_stripe"],
};

/** Brings `schemas` in line with the SDK. Throws for a difference that is one no longer. */
export function applyDifferences(schemas: Record<string, v.InferOutput<typeof NamedSchema>>): void {
  for (const [name, fields] of Object.entries(ADDED)) {
    const schema = schemas[name];
    for (const field of fields) {
      if (!schema || field in schema.properties) throw new Error(`${name}.${field} is described`);
      schema.properties[field] = true;
    }
  }
  for (const [name, fields] of Object.entries(GONE)) {
    const schema = schemas[name];
    for (const field of fields) {
      if (!schema?.required.includes(field)) throw new Error(`${name}.${field} is not required`);
      schema.required = schema.required.filter((other) => other !== field);
    }
  }
}
