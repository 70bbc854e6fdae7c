import { href, type LoaderFunctionArgs, redirect } from "react-router";
import * as v from "valibot";
import { type AppError, appError, failure, type Result } from "~/http/app-error";
import { createGuestCookie } from "~/navigation/flash.server";
import { getNextPath, reauthenticationPath, signInPath } from "~/navigation/paths";
import { getPlatform, type Platform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { AUTH_ERRORS } from "../../gotrue/auth-errors.server";
import { toAppError } from "../../gotrue/codes.server";
import { FLOW_ID } from "../../gotrue/flow-id";
import { HARMLESS_LINK_ERRORS, LINK_ERRORS } from "../../gotrue/link-errors";
import { getAuth, openSessionClient } from "../../session/auth.server";
import { completeReauthentication, completeSignIn } from "../../session/complete-sign-in.server";
import { clearFlowCookies, findFlowCookies } from "../../session/cookie/session-cookie.server";
import { describeAuthError } from "../link/hash-tokens";
import type { Provider } from "./providers";

type OAuthRequest = Pick<LoaderFunctionArgs, "url" | "context">;

const { providerDisabled, serviceUnreachable } = AUTH_ERRORS;

/** Says why a provider could not be asked, on the page that started the sign-in. */
const providerFlash = createGuestCookie("flash-provider", v.string());

/**
 * Redirects to a provider, or back with the error. With `reauthenticate`, only a sign-in as the same user is
 * accepted.
 */
export async function startOAuth(request: OAuthRequest, provider: Provider | undefined) {
  const started = provider ? await createProviderUrl(request, provider) : failure(providerDisabled);
  if (started.ok) return redirect(started.value);
  providerFlash.set(getPlatform(request.context), started.error.message);
  return redirect(restartPath(request.url));
}

/** The page to start again from, which continues to the same `next`. */
export function restartPath(url: URL): string {
  const toPath = url.searchParams.has("reauthenticate") ? reauthenticationPath : signInPath;
  return toPath(getNextPath(url));
}

/** The message of the error that led back from a provider, said once; null without one. */
export function takeProviderError(platform: Platform): string | null {
  const message = providerFlash.read(platform);
  if (message !== null) providerFlash.remove(platform);
  return message;
}

async function createProviderUrl({ url, context }: OAuthRequest, provider: Provider) {
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "oauth" });
  if (limited) return failure(limited);
  const callback = new URL(href("/auth/callback"), platform.config.siteUrl);
  for (const name of ["next", "reauthenticate"]) {
    const value = url.searchParams.get(name);
    if (value !== null) callback.searchParams.set(name, value);
  }
  const client = await openSessionClient(context);
  const isReauthentication = url.searchParams.has("reauthenticate");
  const { data: start, error } = await client.signInWithOAuth({
    provider,
    options: {
      redirectTo: callback.href,
      ...(isReauthentication ? { queryParams: FORCE_LOGIN_PARAMS } : {}),
    },
  });
  return error ? failure(serviceUnreachable) : fetchProviderUrl(platform, start.url);
}

/**
 * Makes the provider ignore its own session. Source: OpenID Connect Core, 3.1.2.1; GitHub only supports
 * `prompt`.
 */
const FORCE_LOGIN_PARAMS = { max_age: "0", prompt: "select_account" };

/**
 * Follows Supabase Auth's redirect to the provider on the server, because Supabase Auth renders its errors as
 * bare JSON.
 */
async function fetchProviderUrl(platform: Platform, authorizeUrl: string): Promise<Result<string>> {
  const { fetchWithoutRetry } = await import("../../gotrue/client.server");
  const response = await fetchWithoutRetry(platform, authorizeUrl, { redirect: "manual" });
  const location = response.headers.get("Location");
  if (location) return { ok: true, value: location };
  return failure(response.status === 400 ? providerDisabled : serviceUnreachable);
}

/** The error codes of a callback URL that was used before. */
const USED_CALLBACK_CODES: ReadonlySet<string> = new Set([
  "pkce_code_verifier_not_found",
  "flow_state_not_found",
  "flow_state_already_used",
]);

/**
 * Handles the redirect back from a provider or a link from Supabase's default email templates. Returns the
 * path to continue to.
 */
export async function handleOAuthCallback({ url, context }: OAuthRequest): Promise<Result<string>> {
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "callback" });
  if (limited) return failure(limited);
  const flowId = url.searchParams.get(FLOW_ID) ?? undefined;
  const before = await getAuth(context);
  const next = getNextPath(url);
  const fail = (error: AppError): Result<string> => {
    clearFlowCookies(platform, flowId);
    const isSignedIn = before.session && USED_CALLBACK_CODES.has(error.code);
    return isSignedIn ? { ok: true, value: next } : failure(error);
  };
  const reported = readReportedError(platform, url, flowId);
  if (reported) return fail(reported);
  const code = url.searchParams.get("code");
  if (code === null) return failure(AUTH_ERRORS.linkIncomplete);

  const client = await openSessionClient(context);
  const { data: exchanged, error } = await client.exchangeCodeForSession(code, { flowId });
  if (error) return fail(toAppError(error, "sign-in"));

  const completion = { accessToken: exchanged.session.access_token, next };
  return url.searchParams.has("reauthenticate")
    ? completeReauthentication(context, before, completion)
    : { ok: true, value: await completeSignIn(context, completion) };
}

/** The error that a callback URL reports; undefined without one. */
function readReportedError(platform: Platform, { searchParams }: URL, flowId: string | undefined) {
  // Supabase Auth keeps the flow's id in the address; a stranger's link cannot have it.
  const isStartedHere = flowId !== undefined && findFlowCookies(platform, flowId).length > 0;
  const messages = isStartedHere ? LINK_ERRORS : HARMLESS_LINK_ERRORS;
  const message = describeAuthError(searchParams, messages);
  if (message === undefined) return undefined;
  return appError(400, searchParams.get("error_code") ?? "auth/provider-rejected", message);
}
