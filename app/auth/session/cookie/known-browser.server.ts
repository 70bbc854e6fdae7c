/**
 * Browsers that have signed in to an account: no stranger's attempts lock them out, and no email reports
 * them.
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import type { Platform } from "~/platform/context.server";
import { readIssuedClaims } from "../token/access-token.server";
import { enqueueNewBrowserEmail } from "./new-browser-email.server";

const COOKIE = "known-browser";
const MAX_AGE_S = 365 * 24 * 60 * 60;
/**
 * Two proofs for each of the last five accounts: one for its address, one that outlives a change of address.
 */
const MAX_PROOFS = 10;
/** Only sign-ins younger than this send the email: an older session just lost its cookie. */
const REPORTED_AGE_S = 15 * 60;

type BrowserPlatform = Pick<Platform, "config" | "cookies">;

const storedSessionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ access_token: v.string() }),
);

/**
 * Sets the cookie for a stored session's account, unless its code is due: it only proves the password. Emails
 * the owner if the browser is new.
 */
export function rememberBrowser(platform: Platform, storedSession: string): void {
  const claims = readIssuedClaims(v.parse(storedSessionSchema, storedSession).access_token);
  if (claims.twoStep === "due") return;
  const proofs = [claims.email, claims.userId].map((each) => createProof(platform, each));
  const presented = readProofs(platform);
  const others = presented.filter((proof) => !proofs.includes(proof));
  const isNew = others.length === presented.length;
  const ageS = Date.now() / 1000 - claims.authenticatedAt;
  if (isNew && ageS < REPORTED_AGE_S) {
    platform.afterResponse(() => enqueueNewBrowserEmail(platform, claims));
  }
  const kept = [...proofs, ...others].slice(0, MAX_PROOFS);
  platform.cookies.set(COOKIE, kept.join("."), { maxAgeS: MAX_AGE_S });
}

/** True if this browser has signed in to the account of `email`, one of its latest. */
export function isKnownBrowser(platform: BrowserPlatform, email: string): boolean {
  const proof = Buffer.from(createProof(platform, email));
  return readProofs(platform)
    .map((presented) => Buffer.from(presented))
    .some((presented) => presented.length === proof.length && timingSafeEqual(presented, proof));
}

function readProofs({ cookies }: BrowserPlatform): readonly string[] {
  return cookies.all().flatMap(({ name, value }) => (name === COOKIE ? value.split(".") : []));
}

/**
 * An HMAC, so only the Worker can create one. Rotating the key forgets all browsers without signing anyone
 * out.
 */
function createProof({ config }: BrowserPlatform, identifier: string): string {
  return createHmac("sha256", config.supabase.secretKey)
    .update(`known-browser:${identifier.trim().toLowerCase()}`)
    .digest("base64url");
}
