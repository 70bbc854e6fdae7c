/** What the links in mails do, once their button is pressed. */
import { redirectDocument } from "react-router";
import * as v from "valibot";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm, requiredSecret } from "~/forms/parse-form";
import { HOME_PATH, safePath } from "~/navigation/paths";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { verifyAccessToken } from "../access-token.server";
import { AUTH_ERRORS, toAppError } from "../auth-errors.server";
import { logSecurityEvent } from "../security-log.server";
import { completeSignIn, getAuth, openSessionClient } from "../session/auth.server";

/** Where reset links end. */
export const CHANGE_PASSWORD_PATH = "/auth/changepass";

const linkSchema = v.object({
  token_hash: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
  type: v.picklist(["email", "recovery", "email_change", "invite"]),
});

export type LinkType = v.InferOutput<typeof linkSchema>["type"];

/** Said after the first of the two links that an e-mail change takes. */
export const OTHER_ADDRESS_MESSAGE =
  "Thank you. To complete the change, please also click the link we sent to your other address.";

/** The kind of link that `url` is; null for none. */
export function readLinkType(url: URL): LinkType | null {
  const link = v.safeParse(linkSchema, Object.fromEntries(url.searchParams));
  return link.success ? link.output.type : null;
}

/** The address of whoever is signed in in this browser, for a page that asks before it changes that. */
export async function readSignedInEmail(context: RequestContext): Promise<string | null> {
  const visitor = await getAuth(context);
  return "session" in visitor ? visitor.session.email : null;
}

/**
 * Uses up a link with a `token_hash`. Throws the way on; what it returns is shown. `onEmailChanged` hears of
 * whose address is another one from now on.
 */
export async function verifyMailLink(
  context: RequestContext,
  url: URL,
  onEmailChanged: (userId: string) => Promise<void>,
): Promise<FormResult> {
  const link = v.safeParse(linkSchema, Object.fromEntries(url.searchParams));
  if (!link.success) return formError(AUTH_ERRORS.linkIncomplete);
  const limited = await checkRateLimit(getPlatform(context), { purpose: "mail-link" });
  if (limited) return formError(limited);
  const before = await getAuth(context);
  const auth = await openSessionClient(context);
  const { data, error } = await auth.verifyOtp(link.output);
  if (error) return formError(toAppError(error, "link"));
  // The first half of an e-mail change: the other address has a link of its own.
  if (!data.session) return formSuccess(OTHER_ADDRESS_MESSAGE);
  if (link.output.type === "email_change") {
    await logSecurityEvent(getPlatform(context), "email-changed", data.session.user.id);
    await onEmailChanged(data.session.user.id);
  }
  const { access_token: accessToken } = data.session;
  const next = await completeSignIn(context, accessToken, readLinkDestination(context, url));
  const isSomeoneElse = "session" in before && before.session.userId !== data.session.user.id;
  if (isSomeoneElse) return accountSwitched(data.session.user.email ?? "", next);
  throw redirectDocument(next);
}

/** Said once another account has taken the place of the one that was signed in. */
function accountSwitched(email: string, next: string): FormResult {
  return formSuccess(`You are now signed in as ${email}.`, { next });
}

/** Where a mailed link leads. It carries `next` as an absolute URL of this site; anything else is the dashboard. */
export function readLinkDestination(context: RequestContext, url: URL): string {
  const { siteUrl } = getPlatform(context).config;
  const next = url.searchParams.get("next");
  const path = next?.startsWith(`${siteUrl}/`) ? next.slice(siteUrl.length) : next;
  const safe = safePath(path);
  return safe === undefined || safe === "/" ? HOME_PATH : safe;
}

const tokensSchema = v.object({
  accessToken: requiredSecret("No access_token detected."),
  refreshToken: requiredSecret("No refresh_token detected."),
  recovery: v.optional(v.string()),
});

/** Signs in with the tokens of a default link, which the page took out of its address. Throws the way on. */
export async function signInWithTokens(
  context: RequestContext,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(tokensSchema, formData);
  if (!form.ok) {
    const message = Object.values(form.fieldErrors).join(" ");
    return formError({ ...AUTH_ERRORS.linkIncomplete, message });
  }
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "mail-link" });
  if (limited) return formError(limited);
  const { accessToken, refreshToken, recovery } = form.value;
  const verification = await verifyAccessToken(accessToken, platform.config.supabase);
  if (!verification.ok) {
    const isUnchecked = verification.reason === "unavailable";
    return formError(isUnchecked ? AUTH_ERRORS.serviceUnreachable : AUTH_ERRORS.linkUsed);
  }
  const visitor = await getAuth(context);
  const isSomeoneElse =
    "session" in visitor && visitor.session.userId !== verification.claims.userId;
  if (isSomeoneElse) return formError(AUTH_ERRORS.alreadySignedIn);
  const auth = await openSessionClient(context);
  const { error } = await auth.setSession({
    access_token: accessToken,
    refresh_token: refreshToken,
  });
  if (error) return formError(toAppError(error, "sign-in"));
  const next = recovery ? CHANGE_PASSWORD_PATH : HOME_PATH;
  throw redirectDocument(await completeSignIn(context, accessToken, next));
}
