/** Browsers that have signed in to an account before, so that strangers' tries at it do not keep them out. */
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

/**
 * Has the browser remember the account of a session that auth-js stores. One whose code is due proves a password
 * alone, and leaves the browser unknown.
 */
export function rememberBrowser(platform: BrowserPlatform, storedSession: string): void {
  const claims = readUnverifiedClaims(v.parse(storedSessionSchema, storedSession).access_token);
  if (!claims?.email || claims.twoStep === "due") return;
  const proof = createProof(platform, claims.email);
  platform.cookies.set(COOKIE, proof, { maxAgeS: MAX_AGE_S });
}

/** True when this browser has signed in to the account of `email`, the last time it signed in to any. */
export function isKnownBrowser(platform: BrowserPlatform, email: string): boolean {
  const cookie = platform.cookies.all().find(({ name }) => name === COOKIE);
  const shown = Buffer.from(cookie?.value ?? "");
  const proof = Buffer.from(createProof(platform, email));
  return shown.length === proof.length && timingSafeEqual(shown, proof);
}

/** Only the Worker can make one. Rotating the key forgets all browsers, which signs nobody out. */
function createProof({ config }: BrowserPlatform, email: string): string {
  return createHmac("sha256", config.supabase.secretKey)
    .update(`known-browser:${email.trim().toLowerCase()}`)
    .digest("base64url");
}
