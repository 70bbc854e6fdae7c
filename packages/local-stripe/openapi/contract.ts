/**
 * Validates API calls and events against Stripe's published OpenAPI description. Requests must have only
 * known parameters; responses must have every required field and no unknown one.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import * as v from "valibot";
import { parseForm } from "../requests/form-encoding.ts";
import type { JsonObject } from "../requests/json.ts";
import { applySdkDifferences, NamedSchema } from "./sdk-differences.ts";

const Description = v.object({
  version: v.string(),
  operations: v.record(v.string(), v.object({ request: NamedSchema, response: v.looseObject({}) })),
  schemas: v.record(v.string(), NamedSchema),
});

const file = path.join(import.meta.dirname, "stripe-openapi.json");
const description = v.parse(Description, JSON.parse(readFileSync(file, "utf8")));
applySdkDifferences(description);

/** Stripe's API version that is described. */
export const openApiVersion = description.version;

const OPTIONS = { strict: false, allErrors: true } as const;
const MAX_VIOLATIONS = 5;
/** Form values are text, so numbers and booleans are coerced. */
const requests = new Ajv({ ...OPTIONS, coerceTypes: true });
const responses = new Ajv(OPTIONS);
for (const ajv of [requests, responses]) {
  ajv.addSchema({
    $id: "stripe",
    schemas: description.schemas,
    operations: description.operations,
  });
}

/** An API request and its response, as sent. */
export interface ApiCall {
  readonly method: string;
  /** The path, without the query. */
  readonly path: string;
  /** Query string or form body, as sent. */
  readonly parameters: string;
  readonly status: number;
  /** Response body, JSON. */
  readonly response: string;
}

/** Validates a request and its response; returns the violations. */
export function validateCall(call: ApiCall): string[] {
  const body: unknown = JSON.parse(call.response);
  const name = findOperation(call.method, call.path);
  const where = `${call.method} ${call.path}`;
  if (call.status >= 400) {
    const errors = listViolations(responses, "#/schemas/error", body);
    return errors.map((problem) => `${where}: error ${problem}`);
  }
  if (name === undefined) return [`${where} is not described`];
  return [
    ...validateRequest(call),
    ...listViolations(responses, pointer("operations", name, "response"), body).map(
      (problem) => `${where}: response ${problem}`,
    ),
  ];
}

/** Validates a request's parameters; returns the violations. */
export function validateRequest(call: Omit<ApiCall, "status" | "response">): string[] {
  const name = findOperation(call.method, call.path);
  const where = `${call.method} ${call.path}`;
  if (name === undefined) return [`${where} is not described`];
  const form = parseForm(call.parameters);
  return listViolations(requests, pointer("operations", name, "request"), form).map(
    (problem) => `${where}: request ${problem}`,
  );
}

/** What Stripe's description says about the value of one parameter. */
interface ParameterProblem {
  /** The name as Stripe's errors have it, e.g. `line_items[0][price]`. */
  readonly name: string;
  /** Null for a name that Stripe does not know. */
  readonly message: string | null;
}

/**
 * Gives the values in `form` their described types, in place, and returns the problems of the parameter at
 * `steps`, the most specific first.
 */
export function describeParameter(
  { method, path }: Pick<ApiCall, "method" | "path">,
  form: JsonObject,
  steps: readonly string[],
): ParameterProblem[] {
  const name = findOperation(method, path);
  if (name === undefined) return [];
  const validate = getValidator(requests, `stripe${pointer("operations", name, "request")}`);
  if (validate(form)) return [];
  return (validate.errors ?? [])
    .map(({ instancePath, message = "is wrong", keyword, params }) => {
      const isUnknown = keyword === "additionalProperties";
      const within = instancePath.split("/").slice(1);
      const place = isUnknown ? [...within, String(params.additionalProperty)] : within;
      return { place, message: isUnknown ? null : message };
    })
    .filter(({ place }) => steps.every((step, index) => place[index] === step))
    .sort((a, b) => b.place.length - a.place.length)
    .map(({ place, message }) => ({ name: formatName(place), message }));
}

/** A parameter's name in Stripe's notation, e.g. `line_items[0][price]`. */
export function formatName([first = "", ...rest]: readonly string[]): string {
  return `${first}${rest.map((step) => `[${step}]`).join("")}`;
}

/** True when an object of this type may have `value` in its field `name`. */
export function isDescribedField(type: string, name: string, value: unknown): boolean {
  const reference = pointer("schemas", type, "properties", name);
  return responses.getSchema(`stripe${reference}`)?.(value) === true;
}

const Event = v.looseObject({
  type: v.string(),
  data: v.looseObject({ object: v.looseObject({ object: v.string() }) }),
});

/** Validates a webhook event's JSON, including its object; returns the violations. */
export function validateEvent(body: string): string[] {
  const event = v.parse(Event, JSON.parse(body));
  const { object } = event.data;
  return [
    ...listViolations(responses, pointer("schemas", "event"), event),
    ...listViolations(responses, pointer("schemas", object.object), object),
  ].map((problem) => `event ${event.type}: ${problem}`);
}

const patterns = Object.keys(description.operations).map((name) => {
  const [method, url = ""] = name.split(" ");
  return { name, method, pattern: new RegExp(`^${url.replaceAll(/\{\w+\}/g, "[^/]+")}$`) };
});

/** `GET /v1/customers/{customer}` for `GET /v1/customers/cus_1`. Literal paths take precedence. */
function findOperation(method: string, url: string): string | undefined {
  const fitting = patterns.filter((known) => known.method === method && known.pattern.test(url));
  return (fitting.find(({ name }) => !name.includes("{")) ?? fitting[0])?.name;
}

function pointer(...steps: string[]): string {
  const escaped = steps.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${escaped.map(encodeURIComponent).join("/")}`;
}

function listViolations(ajv: Ajv, reference: string, value: unknown): string[] {
  const validate = getValidator(ajv, `stripe${reference}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, MAX_VIOLATIONS).map(formatError);
}

function getValidator(ajv: Ajv, reference: string): ValidateFunction {
  const validate = ajv.getSchema(reference);
  if (!validate) throw new Error(`The description has no ${reference}`);
  return validate;
}

function formatError({ instancePath, message = "is wrong", params }: ErrorObject): string {
  return `${instancePath || "itself"} ${message} ${JSON.stringify(params)}`;
}
