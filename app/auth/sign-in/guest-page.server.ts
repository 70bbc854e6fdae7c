import { redirect } from "react-router";
import { HOME_PATH, readNext, twoStepCodePath } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { getAuth } from "../session/auth.server";

/**
 * What the pages for guests need to know: the query to carry along to each other, and the challenge's site
 * key where one is configured. Throws the way on for whoever has signed in already.
 */
export async function loadGuestPage(
  context: RequestContext,
  url: URL,
): Promise<{ query: string; challengeKey: string | undefined }> {
  const next = readNext(url);
  const { kind } = await getAuth(context);
  if (kind === "user") throw redirect(next);
  if (kind === "mfa-required") throw redirect(twoStepCodePath(next));
  return {
    query: next === HOME_PATH ? "" : `?${new URLSearchParams({ next })}`,
    challengeKey: getPlatform(context).config.turnstile?.siteKey,
  };
}
