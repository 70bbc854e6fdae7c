import * as v from "valibot";
import { verifyAccessToken } from "~/auth/access-token.server";
import { AUTH_ERRORS } from "~/auth/auth-errors.server";
import { getAuth, toAuth } from "~/auth/session/auth.server";
import type { Auth, Session } from "~/auth/session/request-auth.server";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { readJsonBody } from "~/platform/read-body.server";
import { jsonError } from "./api-response.server";

const MAX_BODY_BYTES = 16 * 1024;

export interface ApiRequestRules<Schema extends v.GenericSchema> {
  /** Rate limit key; limits count per client address and per account. */
  readonly purpose: string;
  readonly schema: Schema;
  /** Error message when the body does not match the schema. */
  readonly expected: string;
}

export type ApiRequestResult<Body> =
  | { readonly ok: true; readonly session: Session; readonly body: Body }
  | { readonly ok: false; readonly response: Response };

/** Authenticates the caller, validates the body, and checks the rate limit of an /api endpoint. */
export async function readApiRequest<Schema extends v.GenericSchema>(
  request: Request,
  context: RequestContext,
  { purpose, schema, expected }: ApiRequestRules<Schema>,
): Promise<ApiRequestResult<v.InferOutput<Schema>>> {
  const auth = await authenticate(request, context);
  if (auth.kind === "unknown") return reject(jsonError(AUTH_ERRORS.sessionUnverified));
  if (auth.kind === "guest") return reject(jsonError(AUTH_ERRORS.invalidToken));
  if (auth.kind === "mfa-required") return reject(jsonError(AUTH_ERRORS.codeRequired));
  const { session } = auth;

  const text = await readJsonBody(request, MAX_BODY_BYTES);
  if (!text.ok) {
    const code = `request/${text.problem.replaceAll("_", "-")}`;
    const message = "The body must be JSON in UTF-8, at most 16 KB";
    return reject(jsonError({ status: text.status, code, message }));
  }
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text.text);
  if (!body.success) {
    const isJson = body.issues[0].type !== "parse_json";
    const message = isJson ? expected : "The body is not valid JSON";
    const status = isJson ? 422 : 400;
    return reject(jsonError({ status, code: "request/invalid", message }));
  }

  const limited = await checkRateLimit(getPlatform(context), { purpose, subject: session.userId });
  if (limited) return reject(jsonError(limited));
  return { ok: true, session, body: body.output };
}

/** By the bearer token if there is one, otherwise by the session cookie. */
async function authenticate(request: Request, context: RequestContext): Promise<Auth> {
  const authorization = request.headers.get("Authorization");
  if (authorization === null) return getAuth(context);
  const accessToken = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (!accessToken) return { kind: "guest" };
  const verification = await verifyAccessToken(accessToken, getPlatform(context).config.supabase);
  if (verification.ok)
    return toAuth({ ...verification.claims, accessToken }, getPlatform(context).requestId);
  return { kind: verification.reason === "unavailable" ? "unknown" : "guest" };
}

/** The response to a well-formed body with an invalid value. */
export function invalidInput(code: string, message: string): Response {
  return jsonError({ status: 422, code, message });
}

/** `url` normalized, if it is on this site; undefined otherwise. */
export function toSameOriginUrl(url: string, siteUrl: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.origin === new URL(siteUrl).origin ? parsed.href : undefined;
}

function reject(response: Response): { ok: false; response: Response } {
  return { ok: false, response };
}
