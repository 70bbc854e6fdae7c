/** Whether Stripe itself knows a parameter that the local Stripe does not take. */
import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";

const Schema = v.looseObject({
  type: v.optional(v.unknown()),
  properties: v.optional(v.record(v.string(), v.unknown())),
  items: v.optional(v.unknown()),
  anyOf: v.optional(v.array(v.unknown())),
  additionalProperties: v.optional(v.unknown()),
});

const Description = v.object({
  operations: v.record(v.string(), v.object({ request: Schema })),
});

let known: v.InferOutput<typeof Description> | undefined;

/** Read once, when the first question is asked. */
function description(): v.InferOutput<typeof Description> {
  const file = path.join(import.meta.dirname, "stripe-openapi.json");
  known ??= v.parse(Description, JSON.parse(readFileSync(file, "utf8")));
  return known;
}

/** `path` as the local API names it, e.g. `/v1/customers/:id`; `name` like `line_items[0][price]`. */
export function isDescribedParameter(method: string, path: string, name: string): boolean {
  const pattern = path.replaceAll("/:id", "/{}");
  const operation = Object.entries(description().operations).find(
    ([described]) => described.replaceAll(/\{\w+\}/g, "{}") === `${method} ${pattern}`,
  );
  if (!operation) return false;
  const steps = name.replaceAll("]", "").split("[");
  return leadsSomewhere([operation[1].request], steps);
}

/** True when one of `schemas`, or a choice in them, has all the `steps` one inside the other. */
function leadsSomewhere(schemas: readonly unknown[], steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return schemas.length > 0;
  return schemas.some((candidate) => {
    const { properties, items, anyOf, additionalProperties } = v.parse(Schema, candidate);
    if (anyOf && leadsSomewhere(anyOf, steps)) return true;
    if (/^\d+$/.test(step) && items !== undefined) return leadsSomewhere([items], rest);
    const property = properties?.[step];
    if (property !== undefined) return leadsSomewhere([property], rest);
    return typeof additionalProperties === "object" && rest.length === 0;
  });
}
