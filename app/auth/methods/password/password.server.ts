import type { GoTrueClient } from "@supabase/supabase-js";
import { brand } from "~/content/brand";
import { type FormResult, type FormValues, formInvalid } from "~/forms/form-result";
import { WEAK_PASSWORD } from "../../gotrue/auth-errors.server";

/** Fewer different characters, such as "aaaaaaaa", are guessed first. */
const MIN_DIFFERENT = 4;

/**
 * Rejects a password that is easy to guess; undefined for others. Supabase's check for leaked ones is not on
 * its free plan.
 */
export async function checkCommonPassword(
  { email, password }: { readonly email: string; readonly password: string },
  values?: FormValues,
): Promise<FormResult | undefined> {
  const candidate = password.toLowerCase();
  const address = email.toLowerCase();
  const { default: common } = await import("@zxcvbn-ts/language-common/src/passwords.json");
  const brandLetters = toLetters(brand.name);
  const isGuessed =
    [address, address.split("@")[0], ...common].includes(candidate) ||
    new Set(candidate).size < MIN_DIFFERENT ||
    (brandLetters !== "" && toLetters(candidate) === brandLetters);
  return isGuessed ? formInvalid({ password: WEAK_PASSWORD }, values) : undefined;
}

function toLetters(text: string): string {
  return text.toLowerCase().replace(/\P{L}/gu, "");
}

/** Signs in with the password in NFC, as new ones are stored; then as it was typed, as older ones may be. */
export async function signInWithTypedPassword(
  client: GoTrueClient,
  { email, password }: { readonly email: string; readonly password: string },
) {
  const composed = password.normalize("NFC");
  const signedIn = await client.signInWithPassword({ email, password: composed });
  if (composed === password || signedIn.error?.code !== "invalid_credentials") return signedIn;
  return client.signInWithPassword({ email, password });
}
