import { type MiddlewareFunction, redirect } from "react-router";

const CALLBACK = "/auth/callback";

/**
 * Supabase's default links come back to whatever page is configured, with a code or an error in the
 * query. This root middleware sends them to the page that knows what to do with them.
 */
export const forwardAuthCode: MiddlewareFunction<Response> = ({ request, url }, next) => {
  const isReading = request.method === "GET" || request.method === "HEAD";
  const isResult = isAuthCode(url.searchParams.get("code")) || url.searchParams.has("error_code");
  if (!isReading || !isResult || url.pathname === CALLBACK) return next();
  const callback = new URLSearchParams(url.searchParams);
  if (url.pathname !== "/") callback.set("next", url.pathname);
  throw redirect(`${CALLBACK}?${callback}`);
};

/** GoTrue's codes are UUIDs. */
function isAuthCode(code: string | null): boolean {
  return code !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code);
}
