/**
 * Holds calls and events to Stripe's published OpenAPI description. What the local Stripe accepts must be
 * a request that Stripe knows, and what it answers must have every field that Stripe promises and no other.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import * as v from "valibot";
import type { ApiCall } from "../api/router.ts";
import { parseForm } from "../form-encoding.ts";
import { applyDifferences, NamedSchema } from "./differences.ts";

const Description = v.object({
  version: v.string(),
  operations: v.record(
    v.string(),
    v.object({ request: v.looseObject({}), response: v.looseObject({}) }),
  ),
  schemas: v.record(v.string(), NamedSchema),
});

const file = path.join(import.meta.dirname, "stripe-openapi.json");
export const description = v.parse(Description, JSON.parse(readFileSync(file, "utf8")));
applyDifferences(description.schemas);

const OPTIONS = { strict: false, allErrors: true } as const;
const SHOWN = 5;
/** Everything in a form is text; numbers and booleans are read from it as Stripe does. */
const requests = new Ajv({ ...OPTIONS, coerceTypes: true });
const answers = new Ajv(OPTIONS);
for (const ajv of [requests, answers]) {
  ajv.addSchema({
    $id: "stripe",
    schemas: description.schemas,
    operations: description.operations,
  });
}

/** What is wrong with `call`, one line each; nothing when it is as described. */
export function checkCall(call: ApiCall): string[] {
  const answer: unknown = JSON.parse(call.answer);
  const name = operationOf(call.method, call.path);
  const where = `${call.method} ${call.path}`;
  if (call.status >= 400) {
    const errors = problems(answers, "#/schemas/error", answer);
    return errors.map((problem) => `${where}: error ${problem}`);
  }
  if (name === undefined) return [`${where} is not described`];
  return [
    ...checkRequest(call),
    ...problems(answers, pointer("operations", name, "response"), answer).map(
      (problem) => `${where}: answer ${problem}`,
    ),
  ];
}

/** What is wrong with the parameters of a call, whoever answers it. */
export function checkRequest(call: Pick<ApiCall, "method" | "path" | "parameters">): string[] {
  const name = operationOf(call.method, call.path);
  const where = `${call.method} ${call.path}`;
  if (name === undefined) return [`${where} is not described`];
  const form = parseForm(call.parameters);
  return problems(requests, pointer("operations", name, "request"), form).map(
    (problem) => `${where}: request ${problem}`,
  );
}

const Event = v.looseObject({
  type: v.string(),
  data: v.looseObject({ object: v.looseObject({ object: v.string() }) }),
});

/** What is wrong with an event as it is sent to webhooks; its object is looked into as well. */
export function checkEvent(body: string): string[] {
  const event = v.parse(Event, JSON.parse(body));
  const { object } = event.data;
  return [
    ...problems(answers, pointer("schemas", "event"), event),
    ...problems(answers, pointer("schemas", object.object), object),
  ].map((problem) => `event ${event.type}: ${problem}`);
}

const patterns = Object.keys(description.operations).map((name) => {
  const [method, url = ""] = name.split(" ");
  return { name, method, pattern: new RegExp(`^${url.replaceAll(/\{\w+\}/g, "[^/]+")}$`) };
});

/** `GET /v1/customers/{customer}` for a GET of `/v1/customers/cus_1`; the literal path comes first. */
function operationOf(method: string, url: string): string | undefined {
  const fitting = patterns.filter((known) => known.method === method && known.pattern.test(url));
  return (fitting.find(({ name }) => !name.includes("{")) ?? fitting[0])?.name;
}

function pointer(...steps: string[]): string {
  const escaped = steps.map((step) => step.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${escaped.map(encodeURIComponent).join("/")}`;
}

function problems(ajv: Ajv, reference: string, value: unknown): string[] {
  const validate = validator(ajv, `stripe${reference}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).slice(0, SHOWN).map(describe);
}

function validator(ajv: Ajv, reference: string): ValidateFunction {
  const validate = ajv.getSchema(reference);
  if (!validate) throw new Error(`The description has no ${reference}`);
  return validate;
}

function describe({ instancePath, message = "is wrong", params }: ErrorObject): string {
  return `${instancePath || "itself"} ${message} ${JSON.stringify(params)}`;
}
