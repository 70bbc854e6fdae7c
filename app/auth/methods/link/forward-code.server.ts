import { href, type MiddlewareFunction, redirect } from "react-router";

/** Supabase Auth's codes are UUIDs. */
const AUTH_CODE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Root middleware: Supabase's default links land on any page, with a code or an error that the callback page
 * handles.
 */
export const forwardAuthCode: MiddlewareFunction<Response> = ({ url }, next) => {
  const isAuthResult =
    AUTH_CODE.test(url.searchParams.get("code") ?? "") || url.searchParams.has("error_code");
  if (!isAuthResult || url.pathname === href("/auth/callback")) return next();
  const callback = new URLSearchParams(url.searchParams);
  if (url.pathname !== "/") callback.set("next", url.pathname);
  throw redirect(`${href("/auth/callback")}?${callback}`);
};
