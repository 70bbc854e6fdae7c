import * as v from "valibot";
import { appError, failure, type Result } from "~/http/app-error";
import { readJsonBody } from "~/http/read-body.server";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { AUTH_ERRORS } from "../gotrue/auth-errors.server";
import { getAuth, toAuth } from "./auth.server";
import type { Auth, Session } from "./request-auth.server";
import { verifyAccessToken } from "./token/access-token.server";

const MAX_BODY_BYTES = 16 * 1024;

interface ApiRequestRules<Schema extends v.GenericSchema> {
  /** Rate limit key; limits count per client address and per account. */
  readonly purpose: string;
  readonly schema: Schema;
  /** Error message when the body is not JSON that matches the schema. */
  readonly expected: string;
}

/** Authenticates the caller, validates the body, and checks the rate limit of an /api endpoint. */
export async function readApiRequest<Schema extends v.GenericSchema>(
  request: Request,
  context: RequestContext,
  { purpose, schema, expected }: ApiRequestRules<Schema>,
): Promise<Result<{ session: Session; body: v.InferOutput<Schema> }>> {
  const auth = await authenticate(request, context);
  if (auth.kind === "unknown") return failure(AUTH_ERRORS.sessionUnverified);
  if (auth.kind === "guest") return failure(AUTH_ERRORS.invalidToken);
  if (auth.kind === "code-due") return failure(AUTH_ERRORS.codeRequired);
  const { session } = auth;

  const text = await readJsonBody(request, MAX_BODY_BYTES);
  if (!text.ok) return text;
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text.value);
  if (!body.success) return failure(appError(422, "request/invalid", expected));

  const limited = await checkRateLimit(getPlatform(context), { purpose, account: session.userId });
  if (limited) return failure(limited);
  return { ok: true, value: { session, body: body.output } };
}

/** Authenticates by the bearer token if there is one, otherwise by the session cookie. */
async function authenticate(request: Request, context: RequestContext): Promise<Auth> {
  const authorization = request.headers.get("Authorization");
  if (authorization === null) return getAuth(context);
  const accessToken = authorization.replace(/^Bearer /i, "");
  const verification = await verifyAccessToken(accessToken, getPlatform(context));
  if (verification.ok)
    return toAuth({ ...verification.claims, accessToken }, getPlatform(context).requestId);
  return { kind: verification.reason === "unavailable" ? "unknown" : "guest" };
}
