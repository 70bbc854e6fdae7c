/**
 * Binds a sign-up to its browser: the password of an address that is confirmed elsewhere may be a stranger's.
 */
import { createHmac } from "node:crypto";
import type { UserMetadata } from "@supabase/supabase-js";
import type { Platform } from "~/platform/context.server";
import { isSameSecret, sha256Hex } from "~/platform/digest.server";

const COOKIE = "sign-up";
/** Longer than a link lives. */
const MAX_AGE_S = 24 * 60 * 60;

type CookiePlatform = Pick<Platform, "cookies">;
type SignUpPlatform = Pick<Platform, "config" | "cookies">;

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Sets the browser's cookie. Returns metadata for the account that is created, with the hash of its value.
 * Supabase Auth keeps the first password of an address: another one gets another cookie, which then voids the
 * first.
 */
export async function bindSignUp(
  platform: SignUpPlatform,
  chosen?: Credentials,
): Promise<{ sign_up: string }> {
  const kept = readSecret(platform) ?? crypto.randomUUID();
  const secret = chosen ? createSecret(platform, chosen) : kept;
  platform.cookies.set(COOKIE, secret, { maxAgeS: MAX_AGE_S });
  return { sign_up: await sha256Hex(secret) };
}

/** The hash of this browser's cookie; null without one. */
export async function readSignUpProof(platform: CookiePlatform): Promise<string | null> {
  const secret = readSecret(platform);
  return secret === undefined ? null : sha256Hex(secret);
}

/** True if this browser's latest sign-up, still unconfirmed here, was with this address and password. */
export function isSignUp(platform: SignUpPlatform, typed: Credentials): Promise<boolean> {
  return isSameSecret(readSecret(platform) ?? "", createSecret(platform, typed));
}

/** Removes the cookie if it belongs to the sign-up of the confirmed account, whose metadata this is. */
export async function forgetSignUp(
  platform: CookiePlatform,
  { sign_up: confirmed }: UserMetadata,
): Promise<void> {
  if ((await readSignUpProof(platform)) === confirmed) platform.cookies.remove(COOKIE);
}

function readSecret({ cookies }: CookiePlatform): string | undefined {
  return cookies.all().find(({ name }) => name === COOKIE)?.value;
}

/**
 * Returns the same value each time, so that a sign-up that is sent again keeps its password. Only the Worker
 * can create it.
 */
function createSecret({ config }: SignUpPlatform, { email, password }: Credentials): string {
  return createHmac("sha256", config.supabase.secretKey)
    .update(`sign-up:${email.trim().toLowerCase()}:${password.normalize("NFC")}`)
    .digest("base64url");
}
