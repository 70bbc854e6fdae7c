import { data, type RouterContextProvider, redirect } from "react-router";
import { getPlatform } from "~/platform/context.server";
import {
  isRateLimited,
  RATE_LIMIT_MESSAGE,
  RATE_LIMIT_PERIOD_S,
} from "~/platform/rate-limit.server";
import { safePath } from "~/platform/safe-path";
import { describeAuthError } from "./auth-errors.server";
import { describeRefusal } from "./hash-tokens";
import type { Provider } from "./providers";
import { openSessionClient, resolveSession } from "./session.server";
import { afterSignIn } from "./two-step-guard.server";

/** Where GoTrue sends the browser back to; carries where to go from there. */
const CALLBACK = "/auth/callback";
/** GoTrue's own name for the id of the flow whose verifier belongs to a code. */
const FLOW_ID = "sb_flow_id";

interface OAuthRequest {
  readonly request: Request;
  readonly url: URL;
  readonly context: Readonly<RouterContextProvider>;
}

/**
 * Sends the browser to a provider. With `reauthenticate` in the query the sign-in only counts if the
 * same user comes back.
 */
export async function startOAuth({ request, url, context }: OAuthRequest, provider: Provider) {
  const platform = getPlatform(context);
  if (await isRateLimited(platform, { purpose: "oauth", request })) {
    const headers = { "Retry-After": String(RATE_LIMIT_PERIOD_S) };
    throw data(RATE_LIMIT_MESSAGE, { status: 429, headers });
  }
  const callback = new URL(CALLBACK, platform.config.siteUrl);
  for (const name of ["next", "reauthenticate"]) {
    const value = url.searchParams.get(name);
    if (value !== null) callback.searchParams.set(name, value);
  }
  const supabase = await openSessionClient(request, context);
  const { data: start, error } = await supabase.auth.signInWithOAuth({
    provider,
    options: { redirectTo: callback.href },
  });
  if (error) throw data(describeAuthError(error), { status: 502 });
  return redirect(start.url);
}

export type OAuthOutcome =
  | { readonly ok: true; readonly next: string }
  | { readonly ok: false; readonly message: string };

/** Takes what came back from a provider or a default Supabase link: a code to exchange, or an error. */
export async function finishOAuth({ request, url, context }: OAuthRequest): Promise<OAuthOutcome> {
  const problem = describeRefusal(url.searchParams);
  if (problem !== undefined) return { ok: false, message: problem };
  const code = url.searchParams.get("code");
  if (code === null) return { ok: false, message: "This link is incomplete." };

  const platform = getPlatform(context);
  const before = await resolveSession(request, context);
  const supabase = await openSessionClient(request, context);
  const flowId = url.searchParams.get(FLOW_ID) ?? undefined;
  const { data: exchanged, error } = await supabase.auth.exchangeCodeForSession(code, { flowId });
  if (error) return { ok: false, message: describeAuthError(error) };

  const mustBeSame = url.searchParams.has("reauthenticate");
  if (
    mustBeSame &&
    (before === null || before === "unavailable" || before.userId !== exchanged.user.id)
  ) {
    await supabase.auth.signOut({ scope: "local" });
    platform.responseCookies.length = 0;
    return { ok: false, message: "That was a different account. Please sign in with your own." };
  }
  const next = safePath(url.searchParams.get("next")) ?? "/dashboard";
  return { ok: true, next: afterSignIn(exchanged.session.access_token, next) };
}
