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
  /** What is being limited; counts per caller and per account. */
  readonly purpose: string;
  readonly schema: Schema;
  /** Shown when the body does not fit the schema. */
  readonly expected: string;
}

export type ApiCall<Body> =
  | { readonly ok: true; readonly session: Session; readonly body: Body }
  | { readonly ok: false; readonly response: Response };

/** Everything that is checked before an /api endpoint does its work, cheapest first. */
export async function readApiRequest<Schema extends v.GenericSchema>(
  request: Request,
  context: RequestContext,
  { purpose, schema, expected }: ApiRequestRules<Schema>,
): Promise<ApiCall<v.InferOutput<Schema>>> {
  const caller = await identifyCaller(request, context);
  if (caller.kind === "unknown") return refuse(jsonError(AUTH_ERRORS.sessionUnverified));
  if (caller.kind === "guest") return refuse(jsonError(AUTH_ERRORS.invalidToken));
  if (caller.kind === "mfa-required") return refuse(jsonError(AUTH_ERRORS.codeRequired));
  const { session } = caller;

  const text = await readJsonBody(request, MAX_BODY_BYTES);
  if (!text.ok) {
    const code = `request/${text.problem.replaceAll("_", "-")}`;
    const message = "The body must be JSON in UTF-8, and short";
    return refuse(jsonError({ status: text.status, code, message }));
  }
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text.text);
  if (!body.success) {
    const isJson = body.issues[0].type !== "parse_json";
    const message = isJson ? expected : "The body is no JSON";
    const refusal = { status: isJson ? 422 : 400, code: "request/invalid", message };
    return refuse(jsonError(refusal));
  }

  const limited = await checkRateLimit(getPlatform(context), { purpose, subject: session.userId });
  if (limited) return refuse(jsonError(limited));
  return { ok: true, session, body: body.output };
}

/** The bearer of an access token, else the visitor that the session cookie stands for. */
async function identifyCaller(request: Request, context: RequestContext): Promise<Auth> {
  const authorization = request.headers.get("Authorization");
  if (authorization === null) return getAuth(context);
  const accessToken = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (!accessToken) return { kind: "guest" };
  const verification = await verifyAccessToken(accessToken, getPlatform(context).config.supabase);
  if (verification.ok)
    return toAuth({ ...verification.claims, accessToken }, getPlatform(context).requestId);
  return { kind: verification.reason === "unavailable" ? "unknown" : "guest" };
}

/** The refusal of a body that was understood and holds something that cannot be. */
export function invalidInput(code: string, message: string): Response {
  return jsonError({ status: 422, code, message });
}

/** An address on this site as browsers write it, whatever the caller's spelling; undefined for any other. */
export function sameOriginUrl(url: string, siteUrl: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.origin === new URL(siteUrl).origin ? parsed.href : undefined;
}

function refuse(response: Response): { ok: false; response: Response } {
  return { ok: false, response };
}
