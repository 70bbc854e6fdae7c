/** Verifies links from emails, once the button on their page is pressed. */
import { createHash } from "node:crypto";
import type { User } from "@supabase/supabase-js";
import { sql } from "drizzle-orm";
import { href, redirectDocument } from "react-router";
import * as v from "valibot";
import { type FormResult, formError, formInvalid, formSuccess } from "~/forms/form-result";
import { parseForm, requiredSecret } from "~/forms/parse-form";
import { type AppError, failure, type Result } from "~/http/app-error";
import { createUserCookie, settingsFlash } from "~/navigation/flash.server";
import { changePasswordPath, safePath } from "~/navigation/paths";
import {
  getDatabase,
  getPlatform,
  type Platform,
  type RequestContext,
} from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { logError, logRejected } from "~/platform/log.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import { AUTH_ERRORS } from "../../gotrue/auth-errors.server";
import { toAppError } from "../../gotrue/codes.server";
import { FLOW_ID } from "../../gotrue/flow-id";
import { describeMissingToken, OTHER_ADDRESS_MESSAGE } from "../../gotrue/link-errors";
import { getAuth, openSessionClient } from "../../session/auth.server";
import { completeSignIn } from "../../session/complete-sign-in.server";
import { forgetSignUp, readSignUpProof } from "../../session/cookie/sign-up-browser.server";
import { logSecurityEvent } from "../../session/security-log.server";
import { verifyAccessToken } from "../../session/token/access-token.server";
import { findRequestedAddress, LINK_REQUEST, rememberUsedLink } from "./link-request.server";

const linkSchema = v.object({
  token_hash: v.pipe(v.string(), v.regex(/^[\w-]{1,256}$/)),
  type: v.picklist(["email", "recovery", "email_change", "invite"]),
});

/** Says why a password is chosen: the account has none, because its address was confirmed elsewhere. */
export const firstPasswordFlash = createUserCookie("flash-first-password", v.literal(true));

/** Name in rate limits and log lines. A link and its code are counted together: they are one secret. */
const PURPOSE = "email-link";

const WRONG_CODE =
  "That code isn’t right, or has been used or has expired. Enter the one in our latest email.";

type EmailLink = v.InferOutput<typeof linkSchema>;

/** The link in the query; undefined if it is not complete. */
export function readLink(url: URL): EmailLink | undefined {
  const link = v.safeParse(linkSchema, Object.fromEntries(url.searchParams));
  return link.success ? link.output : undefined;
}

const logLinkError = (context: RequestContext) => (error: unknown) => {
  const { requestId } = getPlatform(context);
  logError("auth.link_owner_failed", driverError(error), { requestId });
  return undefined;
};

const voidedSchema = v.tuple([v.object({ voided: v.nullable(v.boolean()) })]);

/**
 * Voids a password that was not chosen in this browser, before a link confirms it. True if the owner has to
 * choose one; null for a link that is unknown, used or expired.
 */
async function voidUnprovenPassword(
  context: RequestContext,
  { token_hash: hash, type }: EmailLink,
) {
  if (type === "email_change") return false;
  const proof = await readSignUpProof(getPlatform(context));
  const database = await getDatabase(context);
  const { rows } = await database.execute(
    sql`select public.void_unproven_password(${hash}, ${proof}) as voided`,
  );
  return v.parse(voidedSchema, rows)[0].voided;
}

/** Cancels an email change to an address that has been taken since: its last link can never succeed. */
async function cancelTakenChange(context: RequestContext, { token_hash: hash }: EmailLink) {
  await getDatabase(context)
    .then((database) =>
      database.execute(
        sql`select public.cancel_email_change(id) from public.find_link_owner(${hash})`,
      ),
    )
    .catch(logLinkError(context));
}

/**
 * The email address of the signed-in user, for a page that may sign in to another account; null for a guest.
 */
export async function readSignedInEmail(context: RequestContext): Promise<string | null> {
  const auth = await getAuth(context, { for: "guest-page" });
  return auth.session?.email ?? null;
}

/**
 * Throws a redirect to where a sign-in link leads if its account is signed in already, in a browser that
 * asked for the link or used it: after one use it would not work.
 */
export async function skipUsedLink(context: RequestContext, url: URL): Promise<void> {
  const address = findRequestedAddress(getPlatform(context), url.searchParams.get("next"));
  if (!address || readLink(url)?.type !== "email") return;
  if ((await readSignedInEmail(context)) !== address) return;
  throw redirectDocument(readLinkDestination(context, url));
}

/** Consumes a link with a `token_hash`. Throws a redirect on success, or returns the result to show. */
export async function verifyEmailLink(context: RequestContext, url: URL): Promise<FormResult> {
  const link = readLink(url);
  if (!link) return formError(AUTH_ERRORS.linkIncomplete);
  const limited = await checkRateLimit(getPlatform(context), { purpose: PURPOSE });
  if (limited) return formError(limited);
  const before = await getAuth(context);
  const redeemed = await redeemLink(context, link, readLinkDestination(context, url));
  if (!redeemed.ok) return redeemed.error;
  const { user, next } = redeemed.value;
  const isOtherAccount = before.session && before.session.userId !== user.id;
  if (isOtherAccount) return formSuccess(`You are now signed in as ${user.email}.`, { next });
  rememberUsedLink(getPlatform(context), url, user.email);
  throw redirectDocument(next);
}

interface TypedCode {
  /** The address as it was typed where the email was requested. */
  readonly email: string;
  readonly code: string;
  readonly next: string;
}

/**
 * Consumes a link by the code beside it, which is counted with the network's links. Throws a redirect on
 * success, or returns the error: the same for a wrong code and an unknown address, which are one unknown
 * hash.
 */
export async function verifyEmailCode(context: RequestContext, { email, code, next }: TypedCode) {
  const limited = await checkRateLimit(getPlatform(context), {
    purpose: PURPOSE,
    typedAddress: email,
  });
  if (limited) return formError(limited);
  // Supabase Auth computes the same hash. Source: supabase/auth, `internal/crypto/crypto.go`,
  // GenerateTokenHash.
  const hash = createHash("sha224").update(email.toLowerCase() + code);
  const link: EmailLink = { token_hash: hash.digest("hex"), type: "email" };
  const redeemed = await redeemLink(context, link, next);
  if (redeemed.ok) throw redirectDocument(redeemed.value.next);
  const result = redeemed.error;
  const isWrong = result.status === "error" && result.code === AUTH_ERRORS.linkUsed.code;
  return isWrong ? formInvalid({ code: WRONG_CODE }) : result;
}

interface Redeemed {
  readonly user: User;
  /** Where to continue. */
  readonly next: string;
}

/** Signs in with a link. Returns who signed in, or the result to show. */
async function redeemLink(
  context: RequestContext,
  link: EmailLink,
  next: string,
): Promise<Result<Redeemed, FormResult>> {
  const platform = getPlatform(context);
  const needsPassword = await voidUnprovenPassword(context, link).catch(logLinkError(context));
  if (needsPassword === undefined) return failure(formError(AUTH_ERRORS.serviceUnreachable));
  if (needsPassword === null) return rejectLink(platform, AUTH_ERRORS.linkUsed);
  const client = await openSessionClient(context);
  const { data, error } = await client.verifyOtp(link);
  if (error) {
    const appError = toAppError(error, "link");
    if (appError.code === AUTH_ERRORS.emailTaken.code) await cancelTakenChange(context, link);
    return rejectLink(platform, appError);
  }
  // Only the first of the two links of an email change returns no session.
  if (!data.session) return failure(formSuccess(OTHER_ADDRESS_MESSAGE));
  const { user, access_token: accessToken } = data.session;
  await forgetSignUp(platform, user.user_metadata);
  if (link.type === "email_change") await reportEmailChange(platform, user);
  if (needsPassword) firstPasswordFlash.set(platform, user.id, true);
  const destination = needsPassword ? changePasswordPath(next) : next;
  const continueTo = await completeSignIn(context, { accessToken, next: destination });
  return { ok: true, value: { user, next: continueTo } };
}

async function reportEmailChange(platform: Platform, { id, email }: User): Promise<void> {
  await logSecurityEvent(platform, "email-changed", id);
  const text = [`Your email is now ${email}. From now on, use it to sign in.`];
  settingsFlash.set(platform, id, { type: "success", text });
}

async function rejectLink(platform: Platform, error: AppError) {
  await logRejected(platform, { purpose: PURPOSE, reason: error.code });
  return failure(formError(error));
}

/** The path a link leads to: its `next`, a path or an absolute URL of this site; otherwise the dashboard. */
export function readLinkDestination(context: RequestContext, url: URL): string {
  const { siteUrl } = getPlatform(context).config;
  const next = url.searchParams.get("next");
  const path = next?.startsWith(`${siteUrl}/`) ? next.slice(siteUrl.length) : next;
  const safe = safePath(path);
  if (safe === undefined || safe === "/") return href("/dashboard");
  const destination = new URL(safe, siteUrl);
  for (const added of [FLOW_ID, LINK_REQUEST]) destination.searchParams.delete(added);
  return destination.pathname + destination.search;
}

const tokensSchema = v.object({
  accessToken: requiredSecret(describeMissingToken("access_token")),
  refreshToken: requiredSecret(describeMissingToken("refresh_token")),
  recovery: v.optional(v.string()),
});

/** Signs in with tokens from a URL hash. Throws a redirect on success, or returns the result to show. */
export async function signInWithTokens(context: RequestContext, formData: FormData) {
  const form = parseForm(tokensSchema, formData);
  if (!form.ok) {
    const message = Object.values(form.error.fieldErrors ?? {}).join(" ");
    return formError({ ...AUTH_ERRORS.linkIncomplete, message });
  }
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: PURPOSE });
  if (limited) return formError(limited);
  const { accessToken, refreshToken, recovery } = form.value;
  const verification = await verifyAccessToken(accessToken, platform);
  if (!verification.ok) {
    const isUnverified = verification.reason === "unavailable";
    return formError(isUnverified ? AUTH_ERRORS.serviceUnreachable : AUTH_ERRORS.linkUsed);
  }
  const before = await getAuth(context);
  const isOtherAccount = before.session && before.session.userId !== verification.claims.userId;
  if (isOtherAccount) return formError(AUTH_ERRORS.alreadySignedIn);
  const client = await openSessionClient(context);
  const { error } = await client.setSession({
    access_token: accessToken,
    refresh_token: refreshToken,
  });
  if (error) return formError(toAppError(error, "sign-in"));
  const next = recovery ? href("/auth/changepass") : href("/dashboard");
  throw redirectDocument(await completeSignIn(context, { accessToken, next }));
}

/**
 * A handler for `catch`: logs an error that auth-js threw, and returns `appError`. Rethrows responses for the
 * router.
 */
export function unexpectedFormError(requestId: string, appError: AppError) {
  return (error: unknown): FormResult => {
    if (!(error instanceof Error)) throw error;
    logError("auth.unexpected", error, { requestId, code: appError.code });
    return formError(appError);
  };
}
