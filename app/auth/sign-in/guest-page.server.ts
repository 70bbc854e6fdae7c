import { href, redirect } from "react-router";
import { getNextPath, twoStepCodePath } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { getAuthPromptly } from "../session/auth.server";

/**
 * The data of the pages for guests: the query for links between them, and Turnstile's site key if configured. Throws
 * a redirect for a signed-in user.
 */
export async function loadGuestPage(context: RequestContext, url: URL) {
  const next = getNextPath(url);
  const { kind } = await getAuthPromptly(context);
  if (kind === "user") throw redirect(next);
  if (kind === "mfa-required") throw redirect(twoStepCodePath(next));
  return {
    query: next === href("/dashboard") ? "" : `?${new URLSearchParams({ next })}`,
    turnstileKey: getPlatform(context).config.turnstile?.siteKey,
  };
}
