import type { RouterContextProvider } from "react-router";
import * as v from "valibot";
import { getApiSession } from "~/auth/api-session.server";
import type { Session } from "~/auth/session.server";
import {
  reportMissingClaim,
  TWO_STEP_MESSAGE,
  TWO_STEP_REQUIRED,
} from "~/auth/two-step-guard.server";
import { apiError } from "~/platform/api.server";
import { getPlatform } from "~/platform/context.server";
import {
  isRateLimited,
  RATE_LIMIT_MESSAGE,
  RATE_LIMIT_PERIOD_S,
} from "~/platform/rate-limit.server";
import { readJsonBody } from "~/platform/read-body.server";

const MAX_BODY_BYTES = 16 * 1024;

export interface CallRules<Schema extends v.GenericSchema> {
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
export async function readCall<Schema extends v.GenericSchema>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { purpose, schema, expected }: CallRules<Schema>,
): Promise<ApiCall<v.InferOutput<Schema>>> {
  const session = await getApiSession(request, context);
  if (session === "unavailable") return refuse(unavailable());
  if (!session) return refuse(apiError(401, "auth/invalid-user-token", "Please sign in again"));
  if (session.twoStep === "due") {
    return refuse(apiError(403, TWO_STEP_REQUIRED, TWO_STEP_MESSAGE));
  }
  if (session.twoStep === "unknown") {
    reportMissingClaim();
    return refuse(unavailable());
  }

  const text = await readJsonBody(request, MAX_BODY_BYTES);
  if (!text.ok) {
    const code = `request/${text.problem.replaceAll("_", "-")}`;
    return refuse(apiError(text.status, code, "The body must be JSON in UTF-8, and short"));
  }
  const body = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text.text);
  if (!body.success) return refuse(apiError(400, "request/invalid", expected));

  const platform = getPlatform(context);
  if (await isRateLimited(platform, { purpose, request, subject: session.userId })) {
    const retryAfter = { "Retry-After": String(RATE_LIMIT_PERIOD_S) };
    return refuse(apiError(429, "request/rate-limited", RATE_LIMIT_MESSAGE, retryAfter));
  }
  return { ok: true, session, body: body.output };
}

function unavailable(): Response {
  const message = "We can't check your sign-in right now. Please try again in a moment.";
  return apiError(503, "auth/unavailable", message, { "Retry-After": "10" });
}

/** True for an address on this site. */
export function isOwnUrl(url: string, siteUrl: string): boolean {
  return URL.parse(url)?.origin === new URL(siteUrl).origin;
}

function refuse(response: Response): { ok: false; response: Response } {
  return { ok: false, response };
}
