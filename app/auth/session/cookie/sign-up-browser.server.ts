/** Binds a sign-up to its browser: the password of an address that is confirmed elsewhere may be a stranger's. */
import type { Platform } from "~/platform/context.server";
import { sha256Hex } from "~/platform/digest.server";

const COOKIE = "sign-up";
/** Longer than a link lives. */
const MAX_AGE_S = 24 * 60 * 60;

type CookiePlatform = Pick<Platform, "cookies">;

/** Sets the browser's cookie. Returns metadata for the account that is created, with the hash of its value. */
export async function bindSignUp({ cookies }: CookiePlatform): Promise<{ sign_up: string }> {
  const secret = readSecret({ cookies }) ?? crypto.randomUUID();
  cookies.set(COOKIE, secret, { maxAgeS: MAX_AGE_S });
  return { sign_up: await sha256Hex(secret) };
}

/** The hash of this browser's cookie; null without one. */
export async function readSignUpProof(platform: CookiePlatform): Promise<string | null> {
  const secret = readSecret(platform);
  return secret === undefined ? null : sha256Hex(secret);
}

function readSecret({ cookies }: CookiePlatform): string | undefined {
  return cookies.all().find(({ name, value }) => name === COOKIE && value !== "")?.value;
}
