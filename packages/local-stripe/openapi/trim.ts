/**
 * Reduces Stripe's OpenAPI description (MIT license) to the supported operations, as plain JSON Schema:
 * `node openapi/trim.ts SPEC SOURCE` reads the file SPEC, records SOURCE as its origin, and writes
 * `stripe-openapi.json` next to this file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listOperations, SERVED_OBJECTS } from "./operations.ts";

/** OpenAPI 3.0, or JSON Schema once trimmed. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: (string | null)[];
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  required?: string[];
  nullable?: boolean;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  not?: Schema;
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody: { content: { "application/x-www-form-urlencoded"?: { schema: Schema } } };
  responses: { 200: { content: { "application/json": { schema: Schema } } } };
}

interface Spec {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Parts of a payment that are always null here. */
const NOT_SERVED =
  /^(payment_intent_|payment_flows_|payment_method_details$|refund_destination|refund_next|transfer_data$)/;

const [specFile, source] = process.argv.slice(2);
if (!specFile || !source) {
  process.stderr.write("Usage: node openapi/trim.ts SPEC SOURCE\n");
  process.exit(1);
}
const spec: Spec = JSON.parse(readFileSync(specFile, "utf8"));
const includedSchemas = new Map<string, Schema>();
const operations = Object.fromEntries(listOperations().map(readOperation));
for (const name of SERVED_OBJECTS) includeSchema(name);
writeDescription({
  version: spec.info.version,
  source,
  license: "MIT, Copyright (c) Stripe, Inc.",
  operations,
  schemas: Object.fromEntries([...includedSchemas].sort(([a], [b]) => (a < b ? -1 : 1))),
});

/** The described name of an operation, e.g. `GET /v1/customers/{customer}`, and its schemas. */
function readOperation(operation: string): [string, object] {
  const [method = "", route = ""] = operation.split(" ");
  const url = Object.keys(spec.paths).find((name) => name.replaceAll(/\{\w+\}/g, "{}") === route);
  const described = spec.paths[url ?? ""]?.[method.toLowerCase()];
  if (!described) throw new Error(`The description has no ${operation}`);
  const { parameters = [], requestBody, responses } = described;
  const query = parameters.filter((parameter) => parameter.in === "query");
  const form = requestBody.content["application/x-www-form-urlencoded"]?.schema;
  const request: Schema = {
    type: "object",
    properties: {
      ...Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
      ...form?.properties,
    },
    ...(form?.required && { required: form.required }),
  };
  const response = toSchema(responses[200].content["application/json"].schema);
  return [`${method} ${url}`, { request: toSchema(request), response }];
}

/** Adds a named schema and all schemas it references. */
function includeSchema(name: string): void {
  if (includedSchemas.has(name)) return;
  const schema = spec.components.schemas[name];
  if (!schema) throw new Error(`The description has no ${name}`);
  includedSchemas.set(name, {});
  includedSchemas.set(name, toSchema(schema));
}

/**
 * Converts OpenAPI 3.0 to JSON Schema. Objects with known properties allow no others; references to
 * unsupported object types match nothing.
 */
function toSchema(node: Schema): Schema {
  if (!isServed(node)) return { not: {} };
  const { type, enum: values, maxLength, pattern, minimum, required, $ref, items } = node;
  const { properties, additionalProperties, anyOf = [] } = node;
  const choices = anyOf.filter(isServed).map(toSchema);
  const schema: Schema = {
    ...(type && { type }),
    ...(values && { enum: values }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern && { pattern }),
    ...(minimum !== undefined && { minimum }),
    ...(required && { required }),
    ...($ref && { $ref: `#/schemas/${includeReference($ref)}` }),
    ...(items && { items: toSchema(items) }),
    ...(properties && { properties: toProperties(properties), additionalProperties: false }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: toSchema(additionalProperties),
    }),
    ...(choices.length > 0 && { anyOf: choices }),
  };
  return node.nullable ? toNullable(schema) : schema;
}

function toProperties(properties: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [name, toProperty(name, node)]),
  );
}

/** The enum of `api_version` ends with the description's own version. */
function toProperty(name: string, node: Schema): Schema {
  const { enum: values, ...schema } = toSchema(node);
  return values && name !== "api_version" ? { ...schema, enum: values } : schema;
}

function toNullable(schema: Schema): Schema {
  if (schema.anyOf) return { anyOf: [...schema.anyOf, { type: "null" }] };
  if (typeof schema.type !== "string") return schema;
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

function includeReference(reference: string): string {
  const name = reference.split("/").at(-1) ?? "";
  includeSchema(name);
  return name;
}

/** False for a reference to an unsupported type of API object. */
function isServed({ $ref }: Schema): boolean {
  const name = $ref?.split("/").at(-1) ?? "";
  if (NOT_SERVED.test(name)) return false;
  const { object, id } = spec.components.schemas[name]?.properties ?? {};
  return SERVED_OBJECTS.includes(name) || !(object && id);
}

/** Writes one line per operation and schema, for readable diffs. */
function writeDescription(trimmed: Record<string, string | object>): void {
  const file = path.join(import.meta.dirname, "stripe-openapi.json");
  const lines = (value: string | object): string =>
    typeof value === "string"
      ? JSON.stringify(value)
      : `{\n${Object.entries(value)
          .map(([name, entry]) => `${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
          .join(",\n")}\n}`;
  const parts = Object.entries(trimmed).map(([name, entry]) => `"${name}": ${lines(entry)}`);
  writeFileSync(file, `{\n${parts.join(",\n")}\n}\n`);
}
