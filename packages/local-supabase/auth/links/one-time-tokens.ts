import { createHash, randomInt } from "node:crypto";
import type { AuthSettings } from "../../config/options.ts";
import { AuthError } from "../errors.ts";
import { type Flow, PKCE_PREFIX } from "../oauth/flow-state.ts";

/** A code to enter and the token hash for a link; both prove access to the mailbox. */
export interface OneTimeToken {
  code: string;
  hash: string;
}

export function createOneTimeToken(
  { config }: Pick<AuthSettings, "config">,
  email: string,
  flow?: Flow,
): OneTimeToken {
  const { otp_length: digits } = config.email;
  const code = String(randomInt(10 ** digits)).padStart(digits, "0");
  const prefix = flow?.challenge ? PKCE_PREFIX : "";
  return { code, hash: prefix + hashCode(email, code) };
}

/** GoTrue's token hash of address and code (SHA-224, hex). */
export function hashCode(email: string, code: string): string {
  return createHash("sha224").update(`${email}${code}`).digest("hex");
}

/** True when `presented` is the stored token and not expired. */
export function isValidToken(
  presented: string,
  stored: string,
  sentAt: Date | null,
  settings: AuthSettings,
): boolean {
  const matches = presented === stored || PKCE_PREFIX + presented === stored;
  return stored !== "" && matches && !isTokenExpired(sentAt, settings);
}

function isTokenExpired(sentAt: Date | null, settings: AuthSettings): boolean {
  return sentAt === null || Date.now() > sentAt.getTime() + settings.otpExpirySeconds * 1000;
}

/** Throws `over_email_send_rate_limit` when the last email of this kind was too recent. */
export function checkCooldown(sentAt: Date | null, settings: AuthSettings): void {
  if (sentAt === null) return;
  const remainingMs = sentAt.getTime() + settings.emailCooldownSeconds * 1000 - Date.now();
  if (remainingMs <= 0) return;
  const message = `For security purposes, you can only request this after ${Math.floor(remainingMs / 1000)} seconds.`;
  throw new AuthError(429, "over_email_send_rate_limit", message);
}
