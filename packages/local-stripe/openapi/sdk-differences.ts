/**
 * Differences between the installed SDK and the published description, which has an older API version and
 * omits deprecated fields. The SDK's types check these fields at compile time.
 */
import * as v from "valibot";

export const NamedSchema = v.looseObject({
  properties: v.optional(v.record(v.string(), v.unknown()), {}),
  required: v.optional(v.array(v.string()), []),
});

/** Fields missing from the description, by schema. */
const SDK_ONLY_FIELDS: Readonly<Record<string, readonly string[]>> = {
  charge: ["source"],
  "checkout.session": ["allowed_payment_method_types"],
  payment_intent: ["payment_record", "source"],
  portal_features: ["subscription_pause"],
  portal_flows_flow: ["subscription_pause"],
  product: ["tax_details", "type"],
  recurring: ["trial_period_days"],
  subscription: ["status_details"],
  subscription_item: ["current_trial", "plan"],
  subscription_schedule: ["pause_schedules"],
  subscription_schedule_configuration_item: ["plan"],
  subscriptions_resource_trial_settings_end_behavior: ["billing_cycle_anchor"],
};

/** Parameters missing from the description, by operation. */
const SDK_ONLY_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "POST /v1/billing_portal/configurations/{configuration}": ["features", "subscription_pause"],
  "POST /v1/checkout/sessions": ["allowed_payment_method_types"],
  "POST /v1/prices": ["recurring", "trial_period_days"],
};

/** Parameters of the description that the SDK's API version removed, by operation. */
const REMOVED_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "POST /v1/checkout/sessions": ["payment_method_types"],
};

/** Required fields of the description that the SDK's API version removed, by schema. */
const REMOVED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  invoice: ["amount_paid_off_stripe"],
};

type Schema = v.InferOutput<typeof NamedSchema>;

interface Description {
  schemas: Record<string, Schema>;
  operations: Record<string, { request: Schema; response: object }>;
}

/** Adapts the description to the SDK. Throws when a listed difference no longer exists. */
export function applySdkDifferences({ schemas, operations }: Description): void {
  for (const [name, fields] of Object.entries(SDK_ONLY_FIELDS)) {
    for (const field of fields) schemas[name] = withProperty(schemas[name], [field]);
  }
  for (const [name, steps] of Object.entries(SDK_ONLY_PARAMETERS)) {
    const operation = operations[name];
    if (operation) operation.request = withProperty(operation.request, steps);
  }
  for (const [name, parameters] of Object.entries(REMOVED_PARAMETERS)) {
    for (const parameter of parameters) delete operations[name]?.request.properties[parameter];
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

/** A copy of `schema` with the property at `steps`, of any type. */
function withProperty(schema: unknown, [step = "", ...rest]: readonly string[]): Schema {
  const parsed = v.parse(NamedSchema, schema);
  const known = parsed.properties[step];
  if (rest.length === 0 && known !== undefined)
    throw new Error(`${step} is now in the description`);
  const property = rest.length === 0 ? true : withProperty(known, rest);
  return { ...parsed, properties: { ...parsed.properties, [step]: property } };
}
