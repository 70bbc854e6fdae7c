/**
 * Cuts Stripe's OpenAPI description down to what the local Stripe serves, as plain JSON Schema:
 * `node openapi/trim.ts SPEC SOURCE` reads the description from the file SPEC, notes SOURCE as
 * where it is from, and writes `stripe-openapi.json` beside this file. Published under the MIT licence.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { LEFT_OUT, OPEN_VALUES, OPERATIONS, SERVED_OBJECTS } from "./operations.ts";

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

const Described = v.object({
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
const spec = v.parse(Described, JSON.parse(readFileSync(specFile, "utf8")));
const needed = new Map<string, Json>();
const operations = Object.fromEntries(OPERATIONS.map((name) => [name, readOperation(name)]));
for (const name of SERVED_OBJECTS) need(name);
write({
  version: spec.info.version,
  source,
  licence: "MIT, Copyright (c) Stripe, Inc.",
  operations,
  schemas: Object.fromEntries([...needed].sort(([a], [b]) => (a < b ? -1 : 1))),
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

/** Adds a named schema, and all that it refers to. */
function need(name: string): void {
  if (needed.has(name)) return;
  const schema = spec.components.schemas[name];
  if (!schema) throw new Error(`The description has no ${name}`);
  needed.set(name, null);
  needed.set(name, toSchema(schema));
}

/**
 * OpenAPI's own words become JSON Schema's. Objects with known fields take no others, and nothing fits
 * where only objects could stand that are never sent here.
 */
function toSchema(node: JsonObject): JsonObject {
  if (!isServed(node)) return { not: {} };
  const schema: JsonObject = {};
  for (const name of ["type", "enum", "maxLength", "pattern", "minimum", "required"] as const) {
    if (node[name] !== undefined) schema[name] = node[name];
  }
  if (typeof node.$ref === "string") schema.$ref = `#/schemas/${referTo(node.$ref)}`;
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
  return node.nullable === true ? orNull(schema) : schema;
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
  const leftOut: readonly string[] = LEFT_OUT;
  if (leftOut.includes(name)) return { type: "null" };
  const { enum: values, ...schema } = toSchema(node);
  const openValues: readonly string[] = OPEN_VALUES;
  return values === undefined || openValues.includes(name) ? schema : { ...schema, enum: values };
}

function orNull(schema: JsonObject): JsonObject {
  if (Array.isArray(schema.anyOf)) return { anyOf: [...schema.anyOf, { type: "null" }] };
  if (schema.type === undefined) return schema;
  return {
    ...schema,
    type: [schema.type, "null"],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  };
}

function referTo(reference: string): string {
  const name = reference.split("/").at(-1) ?? "";
  need(name);
  return name;
}

/** False for a reference to a kind of API object that is never sent here. */
function isServed({ $ref }: JsonObject): boolean {
  if (typeof $ref !== "string") return true;
  const name = $ref.split("/").at(-1) ?? "";
  const served: readonly string[] = SERVED_OBJECTS;
  if (served.includes(name)) return true;
  const properties = objectAt(spec.components.schemas[name] ?? {}, "properties");
  return !(properties.object !== undefined && properties.id !== undefined);
}

/** One line for each operation and schema, so that a newer description makes a readable change. */
function write(trimmed: JsonObject): void {
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
