import { type ActionFunctionArgs, href, redirect } from "react-router";
import { type FormResult, formResponse } from "~/forms/form-result";
import { readForm } from "~/http/read-body.server";
import { codePath, getNextPath } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { getAuth } from "../session/auth.server";
import type { AuthRequest } from "./sign-in.server";

/**
 * The query for links between the pages for guests, and Turnstile's site key. Throws a redirect for a
 * signed-in user.
 */
export async function loadGuestPage(context: RequestContext, url: URL) {
  const next = getNextPath(url);
  const { kind } = await getAuth(context, { for: "guest-page" });
  if (kind === "user") throw redirect(next);
  if (kind === "code-due") throw redirect(codePath(next));
  return {
    query: next === href("/dashboard") ? "" : `?${new URLSearchParams({ next })}`,
    turnstileKey: getPlatform(context).config.turnstile?.siteKey,
  };
}

/**
 * The action of the pages for guests: calls `submit`, or, from the card that follows an email, enters its
 * code or sends it again.
 */
export async function submitGuestForm(
  { request, url, context }: ActionFunctionArgs,
  submit: (auth: typeof import("./sign-in.server"), call: AuthRequest) => Promise<FormResult>,
) {
  const auth = await import("./sign-in.server");
  const formData = await readForm(request);
  const call = { context, formData, next: getNextPath(url) };
  switch (formData.get("intent")) {
    case "resend":
      return formResponse(await auth.resendEmail(call));
    case "email-code":
      return formResponse(await auth.enterEmailCode(call));
    default:
      return formResponse(await submit(auth, call));
  }
}
