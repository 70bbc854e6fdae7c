/** A request to the auth server, as the gateway hands it on. */
import type { Context } from "hono";
import * as v from "valibot";
import { AuthError } from "./errors.ts";

/** Who calls, as the gateway found out. `userToken` is the bearer token when it is not an API key. */
export interface Caller {
  readonly role: "anon" | "service_role";
  readonly userToken: string | undefined;
  /** The internet address that is counted and stored. */
  readonly address: string;
}

/** What a session remembers of whoever started or refreshed it. */
export interface Device {
  readonly userAgent: string | null;
  readonly address: string;
}

export function readDevice(request: AuthRequest): Device {
  const { address } = request.get("caller");
  return { userAgent: request.req.header("user-agent") ?? null, address };
}

export type GatewayEnv = { Variables: { caller: Caller } };
export type AuthRequest = Context<GatewayEnv>;

/** Reads a JSON body. Throws `bad_json` as GoTrue does when it is none or has a field of a wrong type. */
export async function readBody<const Schema extends v.GenericSchema>(
  request: AuthRequest,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await request.req.text();
  const result = v.safeParse(schema, parseJson(text));
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
