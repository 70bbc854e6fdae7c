/** Looks up parameters in Stripe's OpenAPI description. */
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

/** Loaded on first use. */
function readDescription(): v.InferOutput<typeof Description> {
  const file = path.join(import.meta.dirname, "stripe-openapi.json");
  known ??= v.parse(Description, JSON.parse(readFileSync(file, "utf8")));
  return known;
}

/** True when Stripe has the parameter. `path` like `/v1/customers/:id`, `name` like `line_items[0][price]`. */
export function isStripeParameter(method: string, path: string, name: string): boolean {
  const pattern = path.replaceAll("/:id", "/{}");
  const operation = Object.entries(readDescription().operations).find(
    ([described]) => described.replaceAll(/\{\w+\}/g, "{}") === `${method} ${pattern}`,
  );
  if (!operation) return false;
  const steps = name.replaceAll("]", "").split("[");
  return hasPath([operation[1].request], steps);
}

/** True when one of `schemas`, or of their `anyOf`, contains the nested path `steps`. */
function hasPath(schemas: readonly unknown[], steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return schemas.length > 0;
  return schemas.some((candidate) => {
    const { properties, items, anyOf, additionalProperties } = v.parse(Schema, candidate);
    if (anyOf && hasPath(anyOf, steps)) return true;
    if (/^\d+$/.test(step) && items !== undefined) return hasPath([items], rest);
    const property = properties?.[step];
    if (property !== undefined) return hasPath([property], rest);
    return typeof additionalProperties === "object" && rest.length === 0;
  });
}
