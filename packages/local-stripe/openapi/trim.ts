/**
 * Reduces Stripe's OpenAPI description (MIT license) to the supported operations, as plain JSON Schema:
 * `node openapi/trim.ts SPEC SOURCE` reads the file SPEC, records SOURCE as its origin, and writes
 * `stripe-openapi.json` next to this file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { OMITTED_FIELDS, OPERATIONS, SERVED_OBJECTS, UNRESTRICTED_FIELDS } from "./operations.ts";

type Json = string | number | boolean | null | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };

const JsonObjectSchema: v.GenericSchema<JsonObject> = v.record(
  v.string(),
  v.lazy(() => JsonValue),
);
const JsonValue: v.GenericSchema<Json> = v.union([
  v.string(),
  v.number(),
  v.boolean(),
  v.null(),
  v.array(v.lazy(() => JsonValue)),
  JsonObjectSchema,
]);

const Spec = v.object({
  openapi: v.pipe(v.string(), v.startsWith("3.0.")),
  info: v.object({ version: v.string() }),
  paths: v.record(v.string(), v.record(v.string(), JsonObjectSchema)),
  components: v.object({ schemas: v.record(v.string(), JsonObjectSchema) }),
});

const Operation = v.object({
  parameters: v.optional(
    v.array(
      v.object({
        name: v.string(),
        in: v.string(),
        required: v.optional(v.boolean()),
        schema: JsonObjectSchema,
      }),
    ),
    [],
  ),
  requestBody: v.object({
    content: v.object({
      "application/x-www-form-urlencoded": v.optional(v.object({ schema: JsonObjectSchema })),
    }),
  }),
  responses: v.object({
    200: v.object({
      content: v.object({ "application/json": v.object({ schema: JsonObjectSchema }) }),
    }),
  }),
});

const [specFile, source] = process.argv.slice(2);
if (!specFile || !source) {
  process.stderr.write("Usage: node openapi/trim.ts SPEC SOURCE\n");
  process.exit(1);
}
const spec = v.parse(Spec, JSON.parse(readFileSync(specFile, "utf8")));
const includedSchemas = new Map<string, Json>();
const operations = Object.fromEntries(OPERATIONS.map((name) => [name, readOperation(name)]));
for (const name of SERVED_OBJECTS) includeSchema(name);
writeDescription({
  version: spec.info.version,
  source,
  license: "MIT, Copyright (c) Stripe, Inc.",
  operations,
  schemas: Object.fromEntries([...includedSchemas].sort(([a], [b]) => (a < b ? -1 : 1))),
});

function readOperation(name: string): JsonObject {
  const [method = "", url = ""] = name.split(" ");
  const described = spec.paths[url]?.[method.toLowerCase()];
  if (!described) throw new Error(`The description has no ${name}`);
  const { parameters, requestBody, responses } = v.parse(Operation, described);
  const query = parameters.filter((parameter) => parameter.in === "query");
  const form = requestBody.content["application/x-www-form-urlencoded"]?.schema ?? {};
  const request: JsonObject = {
    type: "object",
    properties: {
      ...Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
      ...objectAt(form, "properties"),
    },
    ...(Array.isArray(form.required) && { required: form.required }),
  };
  return {
    request: toSchema(request),
    response: toSchema(responses[200].content["application/json"].schema),
  };
}

function objectAt(node: JsonObject, name: string): JsonObject {
  return v.parse(v.optional(JsonObjectSchema, {}), node[name]);
}

/** Adds a named schema and all schemas it references. */
function includeSchema(name: string): void {
  if (includedSchemas.has(name)) return;
  const schema = spec.components.schemas[name];
  if (!schema) throw new Error(`The description has no ${name}`);
  includedSchemas.set(name, null);
  includedSchemas.set(name, toSchema(schema));
}

/**
 * Converts OpenAPI 3.0 to JSON Schema. Objects with known properties allow no others; references to unsupported
 * object types match nothing.
 */
function toSchema(node: JsonObject): JsonObject {
  if (!isServed(node)) return { not: {} };
  const schema: JsonObject = {};
  for (const name of ["type", "enum", "maxLength", "pattern", "minimum", "required"] as const) {
    if (node[name] !== undefined) schema[name] = node[name];
  }
  if (typeof node.$ref === "string") schema.$ref = `#/schemas/${includeReference(node.$ref)}`;
  if (node.items !== undefined) schema.items = toSchema(objectAt(node, "items"));
  if (node.properties !== undefined) {
    schema.properties = toProperties(objectAt(node, "properties"));
    schema.additionalProperties = false;
  }
  if (typeof node.additionalProperties === "object") {
    schema.additionalProperties = toSchema(objectAt(node, "additionalProperties"));
  }
  const choices = v.parse(v.optional(v.array(JsonObjectSchema), []), node.anyOf).filter(isServed);
  if (choices.length > 0) schema.anyOf = choices.map(toSchema);
  return node.nullable === true ? toNullable(schema) : schema;
}

function toProperties(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(properties).map((name): [string, Json] => [
      name,
      toProperty(name, objectAt(properties, name)),
    ]),
  );
}

function toProperty(name: string, node: JsonObject): JsonObject {
  const leftOut: readonly string[] = OMITTED_FIELDS;
  if (leftOut.includes(name)) return { type: "null" };
  const { enum: values, ...schema } = toSchema(node);
  const openValues: readonly string[] = UNRESTRICTED_FIELDS;
  return values === undefined || openValues.includes(name) ? schema : { ...schema, enum: values };
}

function toNullable(schema: JsonObject): JsonObject {
  if (Array.isArray(schema.anyOf)) return { anyOf: [...schema.anyOf, { type: "null" }] };
  if (schema.type === undefined) return schema;
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

function includeReference(reference: string): string {
  const name = reference.split("/").at(-1) ?? "";
  includeSchema(name);
  return name;
}

/** False for a reference to an unsupported type of API object. */
function isServed({ $ref }: JsonObject): boolean {
  if (typeof $ref !== "string") return true;
  const name = $ref.split("/").at(-1) ?? "";
  const served: readonly string[] = SERVED_OBJECTS;
  if (served.includes(name)) return true;
  const properties = objectAt(spec.components.schemas[name] ?? {}, "properties");
  return !(properties.object !== undefined && properties.id !== undefined);
}

/** Writes one line per operation and schema, for readable diffs. */
function writeDescription(trimmed: JsonObject): void {
  const file = path.join(import.meta.dirname, "stripe-openapi.json");
  const lines = (value: Json): string =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? `{\n${Object.entries(value)
          .map(([name, entry]) => `${JSON.stringify(name)}: ${JSON.stringify(entry)}`)
          .join(",\n")}\n}`
      : JSON.stringify(value);
  const parts = Object.entries(trimmed).map(([name, entry]) => `"${name}": ${lines(entry)}`);
  writeFileSync(file, `{\n${parts.join(",\n")}\n}\n`);
}
