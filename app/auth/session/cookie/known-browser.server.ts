/** Browsers that have signed in to an account before, so that a stranger's attempts do not lock them out. */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { Platform } from "~/platform/context.server";
import { readUnverifiedClaims } from "../access-token.server";

const COOKIE = "known-browser";
const MAX_AGE_S = 365 * 24 * 60 * 60;

type BrowserPlatform = Pick<Platform, "config" | "cookies">;

const storedSessionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ access_token: v.string() }),
);

/** Sets the cookie for a stored session's account, unless its code is due: it only proves the password. */
export function rememberBrowser(platform: BrowserPlatform, storedSession: string): void {
  const claims = readUnverifiedClaims(v.parse(storedSessionSchema, storedSession).access_token);
  if (!claims?.email || claims.mfa === "due") return;
  const proof = createProof(platform, claims.email);
  platform.cookies.set(COOKIE, proof, { maxAgeS: MAX_AGE_S });
}

/** True if this browser's latest sign-in was to the account of `email`. */
export function isKnownBrowser(platform: BrowserPlatform, email: string): boolean {
  const cookie = platform.cookies.all().find(({ name }) => name === COOKIE);
  const presented = Buffer.from(cookie?.value ?? "");
  const proof = Buffer.from(createProof(platform, email));
  return presented.length === proof.length && timingSafeEqual(presented, proof);
}

/** An HMAC, so only the Worker can create one. Rotating the key forgets all browsers without signing anyone out. */
function createProof({ config }: BrowserPlatform, email: string): string {
  return createHmac("sha256", config.supabase.secretKey)
    .update(`known-browser:${email.trim().toLowerCase()}`)
    .digest("base64url");
}
