/**
 * The `/v1` request pipeline: API key, faults, idempotency, parameters, handler, expansion, response.
 * Handlers are synchronous, so requests are never interleaved.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { closeConnection } from "local-kit";
import Stripe from "stripe";
import type * as v from "valibot";
import type { Account } from "../account.ts";
import type { FaultInjector } from "../control/fault-injector.ts";
import type { ApiCall } from "../openapi/contract.ts";
import { authenticate } from "./credentials.ts";
import { StripeError } from "./errors.ts";
import { applyOverrides, expandObject } from "./expand.ts";
import { type FormObject, parseForm } from "./form-encoding.ts";
import { IdempotencyCache, type StoredResponse } from "./idempotency.ts";
import type { JsonObject } from "./json.ts";
import { parseParameters } from "./parameters.ts";
import { createUnusedReport, restoreUnused, storeUnused } from "./unused-parameters.ts";

export type ServerEnv = { Bindings: HttpBindings };
type Method = "GET" | "POST" | "DELETE";
type ParametersSchema = v.GenericSchema<unknown, { expand?: string[] | undefined }>;

export interface Api {
  readonly account: Account;
  /** Adds an endpoint. `id` is the path's `:id`, or empty; `unused` has no effect here. */
  on<S extends ParametersSchema>(
    method: Method,
    path: string,
    schema: S,
    handler: (parameters: v.InferOutput<S>, id: string, unused: JsonObject) => object,
  ): void;
}

export interface ApiOptions {
  account: Account;
  faults: FaultInjector;
  secretKey: string;
  /** Called after every processed request, even when a fault discards its response. */
  onApiCall?: ((call: ApiCall) => void) | undefined;
}

/** Builds the `/v1` API from the endpoints that `register` adds. */
export function createApi(options: ApiOptions, register: (api: Api) => void): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  const callOptions = {
    ...options,
    keys: new IdempotencyCache(),
  };
  const reportUnused = createUnusedReport();
  const reject = (context: Context<ServerEnv>) =>
    handleCall(context, callOptions, () => {
      throw unrecognizedUrl(context.req.method, context.req.path);
    });
  // Come before the endpoints, which would take these names for ids.
  app.get("/v1/:objects/search", reject);
  app.get("/v1/invoices/upcoming", reject);
  register({
    account: options.account,
    on(method, path, schema, handler) {
      app.on(method, path, (context) =>
        handleCall(context, callOptions, (form) => {
          const call = { method, path: context.req.path };
          const { parameters, unused, unusedNames } = parseParameters(schema, form, call);
          return () => {
            const { account } = options;
            const object = handler(parameters, context.req.param("id") ?? "", unused);
            reportUnused(`${method} ${path}`, unusedNames);
            storeUnused(account.store, object, unused);
            const expanded = expandObject(account, object, parameters.expand ?? []);
            return applyOverrides(account, restoreUnused(account.store, expanded));
          };
        }),
      );
    },
  });
  app.all("/v1/*", reject);
  return app;
}

/** Parses the parameters and returns a function that runs the handler. */
type PrepareCall = (form: FormObject) => () => unknown;
type CallOptions = ApiOptions & {
  keys: IdempotencyCache;
};

async function handleCall(
  context: Context<ServerEnv>,
  options: CallOptions,
  prepare: PrepareCall,
): Promise<Response> {
  const { account, faults, keys, secretKey } = options;
  const { method, path } = context.req;
  const requestId = account.store.newId("req_", 14);
  const fault = faults.consume(method, path);
  account.apiCalls += 1;
  try {
    authenticate(context.req.header("authorization"), secretKey);
    const outcome = fault?.outcome ?? null;
    const isInstant = fault?.when === "before" && outcome !== null;
    // Kept under the request's key, so only after that is known.
    const isServerError = typeof outcome === "number" && outcome >= 500;
    if (isInstant && !isServerError) {
      await hang(fault.hangMs);
      return respondWithFault(context, outcome, requestId);
    }
    const text = method === "POST" ? await context.req.text() : new URL(context.req.url).search;
    // Invalid parameters do not consume the idempotency key.
    const run = prepare(parseForm(text));
    const key = method === "POST" ? context.req.header("idempotency-key") : undefined;
    const replayed = key === undefined ? null : keys.claim(key, path, text);
    if (replayed) return toResponse(context, replayed, requestId);
    if (isServerError && key !== undefined) {
      keys.save(key, toErrorResponse(injectedError(outcome), requestId));
    }
    if (isInstant) {
      await hang(fault.hangMs);
      return respondWithFault(context, outcome, requestId);
    }
    if (fault?.when === "before") await hang(fault.hangMs);

    account.currentRequest = { id: requestId, idempotency_key: key ?? null };
    const response = runHandler(run, requestId);
    account.currentRequest = null;
    options.onApiCall?.({
      method,
      path,
      parameters: text,
      status: response.status,
      response: response.body,
    });
    if (key !== undefined && !isServerError) keys.save(key, response);
    if (fault?.when === "after") await hang(fault.hangMs);
    if (outcome !== null) return respondWithFault(context, outcome, requestId);
    return toResponse(context, response, requestId);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return toResponse(context, toErrorResponse(error, requestId), requestId);
  }
}

/** Waits without keeping the process alive. */
const hang = (ms: number) => sleep(ms, undefined, { ref: false });

function runHandler(run: () => unknown, requestId: string): StoredResponse {
  try {
    return { status: 200, body: JSON.stringify(run(), null, 2), requestId };
  } catch (error) {
    if (error instanceof StripeError) return toErrorResponse(error, requestId);
    console.error("The local Stripe failed:", error);
    return toErrorResponse(
      new StripeError(500, { type: "api_error", message: "The local Stripe failed; see its log." }),
      requestId,
    );
  }
}

function toErrorResponse(error: StripeError, requestId: string): StoredResponse {
  return { status: error.status, body: JSON.stringify({ error: error.body }, null, 2), requestId };
}

/** A response stored by another request gets the header `idempotent-replayed`. */
function toResponse(
  context: Context<ServerEnv>,
  stored: StoredResponse,
  requestId: string,
): Response {
  const key = context.req.header("idempotency-key");
  const headers = new Headers({
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": requestId,
    "stripe-version": Stripe.API_VERSION,
  });
  if (key !== undefined) {
    headers.set("idempotency-key", key);
    headers.set("original-request", stored.requestId);
  }
  if (stored.requestId !== requestId) headers.set("idempotent-replayed", "true");
  return new Response(stored.body, { status: stored.status, headers });
}

/** Simulates a fault: closes the connection or responds with an error status. */
function respondWithFault(
  context: Context<ServerEnv>,
  outcome: "close" | number,
  requestId: string,
): Response {
  if (outcome === "close") return closeConnection(context.env);
  return toResponse(context, toErrorResponse(injectedError(outcome), requestId), requestId);
}

function injectedError(status: number): StripeError {
  return new StripeError(status, {
    type: status === 429 ? "invalid_request_error" : "api_error",
    message: "This error was injected by the local Stripe.",
  });
}

function unrecognizedUrl(method: string, path: string): StripeError {
  return new StripeError(404, {
    type: "invalid_request_error",
    message: `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });
}
