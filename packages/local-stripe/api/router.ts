/**
 * How every `/v1` call goes: key, faults, idempotency, parameters, work, expansion, answer.
 * Handlers are synchronous, so one call's work is never interleaved with another's.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { closeConnection } from "local-kit";
import Stripe from "stripe";
import type * as v from "valibot";
import type { Account } from "../account.ts";
import { StripeError } from "../errors.ts";
import { expandObject } from "../expand.ts";
import type { Faults } from "../faults.ts";
import { type FormObject, parseForm } from "../form-encoding.ts";
import { type Answer, IdempotencyKeys } from "../idempotency.ts";
import { isDescribedParameter } from "../openapi/described.ts";
import { readParameters } from "../parameters.ts";
import { checkSecretKey, checkVersion } from "./credentials.ts";

export type ServerEnv = { Bindings: HttpBindings };
type Method = "GET" | "POST" | "DELETE";
type ParametersSchema = v.GenericSchema<unknown, { expand?: string[] | undefined }>;

/** Adds one endpoint. `id` is the `:id` in its path, or empty. */
export interface Api {
  readonly account: Account;
  on<S extends ParametersSchema>(
    method: Method,
    path: string,
    schema: S,
    handler: (parameters: v.InferOutput<S>, id: string) => object,
  ): void;
}

export interface ApiOptions {
  account: Account;
  faults: Faults;
  secretKey: string;
  /** Hears of every call that did its work, whatever became of its answer. */
  onCall?: ((call: ApiCall) => void) | undefined;
}

/** One call of the API as it went over the wire. */
export interface ApiCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Query or form body, as it was sent. */
  readonly parameters: string;
  readonly status: number;
  /** The answer's JSON. */
  readonly answer: string;
}

/** Builds the `/v1` API from the endpoints that `register` adds. */
export function createApi(options: ApiOptions, register: (api: Api) => void): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const keys = new IdempotencyKeys();
  register({
    account: options.account,
    on(method, path, schema, handler) {
      app.on(method, path, (context) =>
        answerCall(context, { ...options, keys }, (form) => {
          const parameters = readParameters(schema, form, (name) =>
            isDescribedParameter(method, path, name),
          );
          return () => {
            const object = handler(parameters, context.req.param("id") ?? "");
            return expandObject(options.account, object, parameters.expand ?? []);
          };
        }),
      );
    },
  });
  app.all("/v1/*", (context) =>
    answerCall(context, { ...options, keys }, () => {
      throw unrecognizedUrl(context.req.method, context.req.path);
    }),
  );
  return app;
}

/** Reads the parameters, and returns the work to do with them. */
type Prepare = (form: FormObject) => () => unknown;
type CallOptions = ApiOptions & { keys: IdempotencyKeys };

async function answerCall(
  context: Context<ServerEnv>,
  options: CallOptions,
  prepare: Prepare,
): Promise<Response> {
  const { account, faults, keys, secretKey } = options;
  const { method, path } = context.req;
  const requestId = account.store.newId("req_", 14);
  const fault = faults.take(method, path);
  account.apiCalls += 1;
  try {
    checkSecretKey(context.req.header("authorization"), secretKey);
    checkVersion(context.req.header("stripe-version"));
    if (fault?.when === "before" && fault.outcome !== null) {
      await sleep(fault.hangMs);
      return fail(context, fault.outcome, requestId);
    }
    const text = method === "POST" ? await context.req.text() : new URL(context.req.url).search;
    // Parameters that cannot be read do not use up the idempotency key.
    const work = prepare(parseForm(text));
    const key = method === "POST" ? context.req.header("idempotency-key") : undefined;
    const kept = key === undefined ? null : keys.claim(key, path, text);
    if (kept) return toResponse(context, kept, requestId);
    if (fault?.when === "before") await sleep(fault.hangMs);

    account.origin = { id: requestId, idempotency_key: key ?? null };
    const answer = perform(work, requestId);
    account.origin = null;
    options.onCall?.({
      method,
      path,
      parameters: text,
      status: answer.status,
      answer: answer.body,
    });
    if (key !== undefined) keys.keep(key, answer);
    if (fault?.when === "after") await sleep(fault.hangMs);
    if (fault && fault.outcome !== null) return fail(context, fault.outcome, requestId);
    return toResponse(context, answer, requestId);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return toResponse(context, errorAnswer(error, requestId), requestId);
  }
}

function perform(work: () => unknown, requestId: string): Answer {
  try {
    return { status: 200, body: JSON.stringify(work(), null, 2), requestId };
  } catch (error) {
    if (error instanceof StripeError) return errorAnswer(error, requestId);
    console.error("The local Stripe failed:", error);
    return errorAnswer(
      new StripeError(500, { type: "api_error", message: "The local Stripe failed; see its log." }),
      requestId,
    );
  }
}

function errorAnswer(error: StripeError, requestId: string): Answer {
  return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2), requestId };
}

/** An answer first given to another request is marked as a repetition. */
function toResponse(context: Context<ServerEnv>, answer: Answer, requestId: string): Response {
  const key = context.req.header("idempotency-key");
  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": requestId,
    "stripe-version": Stripe.API_VERSION,
  });
  if (key !== undefined) {
    headers.set("idempotency-key", key);
    headers.set("original-request", answer.requestId);
  }
  if (answer.requestId !== requestId) headers.set("idempotent-replayed", "true");
  return new Response(answer.body, { status: answer.status, headers });
}

/** Acts out a fault: an error answer, or no answer at all. */
function fail(context: Context<ServerEnv>, how: "close" | number, requestId: string): Response {
  if (how === "close") return closeConnection(context.env);
  const error = new StripeError(how, {
    type: how === 429 ? "invalid_request_error" : "api_error",
    message: "An error made on purpose by the local Stripe.",
  });
  return toResponse(context, errorAnswer(error, requestId), requestId);
}

function unrecognizedUrl(method: string, path: string): StripeError {
  return new StripeError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}
