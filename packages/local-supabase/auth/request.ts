/** Requests to the auth server, after the gateway. */
import type { Context } from "hono";
import * as v from "valibot";
import { AuthError } from "./errors.ts";

/** The caller, authenticated by the gateway. `userToken` is a bearer token other than an API key. */
export interface Caller {
  readonly role: "anon" | "service_role";
  readonly userToken: string | undefined;
  /** Client IP address, for rate limits and sessions. */
  readonly address: string;
}

/** The client that started or last refreshed a session. */
export interface ClientInfo {
  readonly userAgent: string | null;
  readonly address: string;
}

export function getClientInfo(request: AuthRequest): ClientInfo {
  const { address } = request.get("caller");
  return { userAgent: request.req.header("user-agent") ?? null, address };
}

export type GatewayEnv = { Variables: { caller: Caller } };
export type AuthRequest = Context<GatewayEnv>;

/** Parses a JSON body. Throws GoTrue's `bad_json` for invalid JSON or a field of a wrong type. */
export async function parseBody<const Schema extends v.GenericSchema>(
  request: AuthRequest,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await request.req.text();
  const body = parseJson(text);
  if (Array.isArray(body)) throw badJson("expected an object");
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  const where = field === null ? "" : ` (${field})`;
  throw badJson(`${issue.message}${where}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badJson("unexpected end of JSON input");
  }
}

function badJson(detail: string): AuthError {
  return new AuthError(400, "bad_json", `Could not parse request body as JSON: ${detail}`);
}
