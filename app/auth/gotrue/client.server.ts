/**
 * Calls to Supabase Auth, whose source code, error codes and client type are named GoTrue. Loaded on demand:
 * most requests verify their token locally.
 */
import { AuthClient, type GoTrueClient, type GoTrueClientOptions } from "@supabase/supabase-js";
import { packUserAgent } from "~/http/device-name";
import type { Platform } from "~/platform/context.server";
import { logError, redactPath } from "~/platform/log.server";
import { UNAVAILABLE } from "./auth-errors.server";
import { isOutage, SERVER_ERROR, UNIQUE_VIOLATION } from "./codes.server";

const AUTH_TIMEOUT_MS = 8_000;

/**
 * Requests with a call that got no response. Their later calls fail at once, so that timeouts do not add up.
 */
const circuitOpen = new WeakSet<Platform>();

/**
 * `fetch` for auth-js without its retries of 30 seconds. A failure's code says whether the call may have
 * taken effect.
 */
export async function fetchWithoutRetry(
  platform: Platform,
  ...[input, init]: Parameters<typeof fetch>
): Promise<Response> {
  if (circuitOpen.has(platform)) {
    return errorResponse(UNAVAILABLE.unreachable, "an earlier call got no response");
  }
  const logFailure = (reason: unknown) => {
    const path = redactPath(new URL(String(input)).pathname);
    logError("auth.call_failed", reason, { requestId: platform.requestId, path });
  };
  try {
    const headers = new Headers(init?.headers);
    // Since a later API version, Supabase Auth no longer reports the Postgres error behind a 500.
    headers.delete("X-Supabase-Api-Version");
    const signal = AbortSignal.timeout(AUTH_TIMEOUT_MS);
    const response = await fetch(input, { ...init, headers, signal });
    const text = await response.text();
    const { status } = response;
    if (status >= 500) return replaceServerError(status, text, logFailure);
    if (status >= 400 && !isAboutCaller(text, headers, platform)) {
      const reason = `status ${status}`;
      logFailure(reason);
      return Response.json({ msg: reason }, { status });
    }
    const mayBeEmpty = init?.method === "DELETE" || String(input).includes("/logout");
    if (response.ok && !(mayBeEmpty && text === "")) requireJsonObject(text);
    return new Response(text || null, response);
  } catch (error) {
    circuitOpen.add(platform);
    logFailure(error);
    return errorResponse(UNAVAILABLE.noResponse, String(error));
  }
}

/** GoTrue's codes for a token that it does not accept: the gateway replaces the secret key with one. */
const TOKEN_REJECTED = /"(bad_jwt|no_authorization|not_admin)"/;

/** False for the error of a proxy, which has no code, and of Supabase Auth about the secret key. */
function isAboutCaller(body: string, headers: Headers, { config }: Platform): boolean {
  const { secretKey } = config.supabase;
  const isWithOwnKey = headers.get("Authorization") === `Bearer ${secretKey}`;
  return body.includes('"error_code"') && !(isWithOwnKey && TOKEN_REJECTED.test(body));
}

/** Throws for an empty or truncated response, and for a proxy's page. */
function requireJsonObject(text: string): void {
  const body: unknown = JSON.parse(text);
  if (typeof body !== "object" || body === null) throw new Error("The response is no object");
}

/** A status that auth-js does not retry. */
const FAILED_STATUS = 599;

function errorResponse(code: string, reason: string): Response {
  return Response.json({ error_code: code, msg: reason }, { status: FAILED_STATUS });
}

/** The response for auth-js to a server error. A unique violation is an answer, so it is not logged. */
function replaceServerError(status: number, body: string, logFailure: (reason: string) => void) {
  const code = getServerErrorCode(status, body);
  const reason = `status ${status}`;
  if (code !== UNIQUE_VIOLATION) logFailure(reason);
  return errorResponse(code, reason);
}

/** Cloudflare did not reach the server. Source: Cloudflare, "5xx errors". */
const CONNECTION_FAILED_STATUSES: ReadonlySet<number> = new Set([521, 522, 523, 525, 526, 530]);

function getServerErrorCode(status: number, body: string): string {
  if (body.includes(`"${UNIQUE_VIOLATION}"`)) return UNIQUE_VIOLATION;
  if (status === 500) return SERVER_ERROR;
  return CONNECTION_FAILED_STATUSES.has(status) ? UNAVAILABLE.unreachable : UNAVAILABLE.noResponse;
}

/**
 * Supabase Auth limits by this address, trusted with the secret key where IP forwarding is enabled, and
 * stores the browser.
 */
function forwardedHeaders({ clientAddress, userAgent }: Platform): Record<string, string> {
  return {
    "Sb-Forwarded-For": clientAddress,
    "User-Agent": packUserAgent(userAgent),
  };
}

/**
 * A client without a session, for emails: responses without cookies reveal nothing, and its links work in any
 * browser.
 */
export function createStatelessClient(platform: Platform): GoTrueClient {
  return createClient(platform, { flowType: "implicit", persistSession: false });
}

/** A client with `options`, without the SDK's `createClient`, which would bundle four unused services. */
export function createClient(platform: Platform, options: GoTrueClientOptions): GoTrueClient {
  const { url, secretKey } = platform.config.supabase;
  return new AuthClient({
    ...options,
    url: `${url}/auth/v1`,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    fetch: (...request) => fetchWithoutRetry(platform, ...request),
    headers: {
      apikey: secretKey,
      Authorization: `Bearer ${secretKey}`,
      ...forwardedHeaders(platform),
    },
  });
}

/** Ends a session at Supabase Auth only. Never throws. */
export async function revokeSession(
  platform: Platform,
  { accessToken, refreshToken }: { accessToken: string; refreshToken?: string },
): Promise<void> {
  const client = createStatelessClient(platform);
  const { error } = await client.admin.signOut(accessToken, "local");
  if (!error || refreshToken === undefined || isOutage(error)) return;
  // Supabase Auth rejects an expired token, so a new one is needed to end the session.
  const { data } = await client.refreshSession({ refresh_token: refreshToken });
  if (data.session) await client.admin.signOut(data.session.access_token, "local");
}
