import { createHash, randomInt } from "node:crypto";
import type { AuthSettings } from "../options.ts";
import { AuthError } from "./errors.ts";
import { type Flow, PKCE_PREFIX } from "./flow.ts";

const OTP_DIGITS = 6;

/** A code to type and the hash a link carries; both prove access to one mailbox. */
export interface OneTimeToken {
  code: string;
  hash: string;
}

/** Makes a code for `email`. */
export function createOneTimeToken(email: string, flow?: Flow): OneTimeToken {
  const code = String(randomInt(10 ** OTP_DIGITS)).padStart(OTP_DIGITS, "0");
  const prefix = flow?.challenge ? PKCE_PREFIX : "";
  return { code, hash: prefix + hashCode(email, code) };
}

/** GoTrue's hash of address and code (SHA-224, hex). */
export function hashCode(email: string, code: string): string {
  return createHash("sha224").update(`${email}${code}`).digest("hex");
}

/** Whether `presented` is the stored token and still in time. */
export function isCurrent(
  presented: string,
  stored: string,
  sentAt: Date | null,
  settings: AuthSettings,
): boolean {
  const matches = presented === stored || PKCE_PREFIX + presented === stored;
  return stored !== "" && matches && !isPastExpiry(sentAt, settings);
}

export function isPastExpiry(sentAt: Date | null, settings: AuthSettings): boolean {
  return sentAt === null || Date.now() > sentAt.getTime() + settings.otpExpirySeconds * 1000;
}

/** Throws `over_email_send_rate_limit` when the last mail of this kind left too recently. */
export function checkCooldown(sentAt: Date | null, settings: AuthSettings): void {
  if (sentAt === null) return;
  const left = sentAt.getTime() + settings.emailCooldownSeconds * 1000 - Date.now();
  if (left <= 0) return;
  const message = `For security purposes, you can only request this after ${Math.floor(left / 1000)} seconds.`;
  throw new AuthError(429, "over_email_send_rate_limit", message);
}
