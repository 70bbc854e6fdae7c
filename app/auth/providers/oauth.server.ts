import { redirect } from "react-router";
import { type AppError, appErrorResponse } from "~/forms/app-error";
import { readNext } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { AUTH_ERRORS, toAppError } from "../auth-errors.server";
import { describeAuthError } from "../links/hash-tokens";
import {
  afterSignIn,
  getAuth,
  openSessionClient,
  revokeInBackground,
} from "../session/auth.server";
import { clearFlowCookies } from "../session/session-cookie.server";
import type { Provider } from "./providers";

/** Where GoTrue sends the browser back to; carries where to go from there. */
const CALLBACK = "/auth/callback";
/** GoTrue's own name for the id of the flow whose verifier belongs to a code. */
const FLOW_ID = "sb_flow_id";

interface OAuthRequest {
  readonly url: URL;
  readonly context: RequestContext;
}

/**
 * Sends the browser to a provider. With `reauthenticate` in the query the sign-in only counts if the
 * same user comes back.
 */
export async function startOAuth({ url, context }: OAuthRequest, provider: Provider) {
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "oauth" });
  if (limited) throw appErrorResponse(limited);
  const callback = new URL(CALLBACK, platform.config.siteUrl);
  for (const name of ["next", "reauthenticate"]) {
    const value = url.searchParams.get(name);
    if (value !== null) callback.searchParams.set(name, value);
  }
  const auth = await openSessionClient(context);
  const isReauthentication = url.searchParams.has("reauthenticate");
  const { data: start, error } = await auth.signInWithOAuth({
    provider,
    options: {
      redirectTo: callback.href,
      ...(isReauthentication ? { queryParams: PROVE_AGAIN } : {}),
    },
  });
  if (error) throw appErrorResponse(toAppError(error, "sign-in"));
  return redirect(await findProviderPage(start.url));
}

/**
 * A provider would let its own session through. Source: OpenID Connect Core, 3.1.2.1; GitHub reads `prompt` alone.
 */
const PROVE_AGAIN = { max_age: "0", prompt: "select_account" };

/** The provider's page that GoTrue leads to. Read here, because GoTrue shows its own errors as bare JSON. */
async function findProviderPage(authorizeUrl: string): Promise<string> {
  const { fetchWithoutRetry: fetchOnce } = await import("../session/supabase.server");
  const answer = await fetchOnce(authorizeUrl, { redirect: "manual" });
  const location = answer.headers.get("Location");
  if (location) return location;
  const isOff = answer.status === 400 || answer.status === 422;
  throw appErrorResponse(isOff ? AUTH_ERRORS.providerOff : AUTH_ERRORS.serviceUnreachable);
}

export type OAuthOutcome =
  | { readonly ok: true; readonly next: string }
  | { readonly ok: false; readonly refusal: AppError };

/** Takes what came back from a provider or a default Supabase link: a code to exchange, or an error. */
export async function finishOAuth({ url, context }: OAuthRequest): Promise<OAuthOutcome> {
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "callback" });
  if (limited) return refuse(limited);
  const flowId = url.searchParams.get(FLOW_ID) ?? undefined;
  const problem = describeAuthError(url.searchParams);
  if (problem !== undefined) {
    clearFlowCookies(platform, flowId);
    return refuse({ status: 400, code: "auth/provider-refused", message: problem });
  }
  const code = url.searchParams.get("code");
  if (code === null) return refuse(AUTH_ERRORS.linkIncomplete);

  const before = await getAuth(context);
  const auth = await openSessionClient(context);
  const { data: exchanged, error } = await auth.exchangeCodeForSession(code, { flowId });
  if (error) {
    clearFlowCookies(platform, flowId);
    return refuse(toAppError(error, "sign-in"));
  }

  const isSame = "session" in before && before.session.userId === exchanged.user.id;
  if (url.searchParams.has("reauthenticate") && !isSame) {
    const { access_token: accessToken } = exchanged.session;
    revokeInBackground(platform, { accessToken });
    platform.cookies.discardChanges();
    return refuse(AUTH_ERRORS.differentAccount);
  }
  const { access_token: accessToken } = exchanged.session;
  return { ok: true, next: await afterSignIn(context, accessToken, readNext(url)) };
}

function refuse(refusal: AppError): OAuthOutcome {
  return { ok: false, refusal };
}
