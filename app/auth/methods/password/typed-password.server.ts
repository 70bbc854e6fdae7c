import type { GoTrueClient } from "@supabase/supabase-js";

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
