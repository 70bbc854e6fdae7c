import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSupabase, type TestSupabase } from "../../testing/supabase.ts";
import { totpCode } from "./totp.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase({ accessTokenHook: "public.add_two_step_claim" });
  await supabase.sql`
    create function public.add_two_step_claim(event jsonb) returns jsonb language sql stable as $$
      select jsonb_set(event, '{claims,two_step}', to_jsonb(exists (
        select from auth.mfa_factors
        where user_id = (event ->> 'user_id')::uuid and status = 'verified'
      )))
    $$`;
});
afterAll(() => supabase.close());

async function enroll({ auth }: SupabaseClient, friendlyName = "Phone") {
  const { data, error } = await auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return data;
}

/** A client with an aal2 session. */
async function signInWithFactor() {
  const signedIn = await supabase.signIn();
  const factor = await enroll(signedIn.client);
  const code = totpCode(factor.totp.secret);
  const verified = await signedIn.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (verified.error) throw verified.error;
  return { ...signedIn, factor, tokens: verified.data };
}

describe("enrolling an authenticator app", () => {
  it("ends other sessions and deletes unverified factors", async () => {
    const { email, client } = await supabase.signIn();
    const other = await supabase.signInAs(email);
    await enroll(client, "Unfinished");
    const factor = await enroll(client, "Phone");

    const code = totpCode(factor.totp.secret);
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });

    const ended = await supabase.createClient().auth.getUser(other.session.access_token);
    expect(ended.error?.name).toBe("AuthSessionMissingError");
    const { data } = await client.auth.getUser();
    expect(data.user?.factors?.map(({ friendly_name }) => friendly_name)).toEqual(["Phone"]);
  });
});

describe("an account with a second factor", () => {
  it("lists the factor at every assurance level", async () => {
    const { email, tokens } = await signInWithFactor();
    const { client, session } = await supabase.signInAs(email);
    const refreshed = await client.auth.refreshSession();

    expect(decodeJwt(tokens.access_token)).toMatchObject({ two_step: true, aal: "aal2" });
    for (const token of [session.access_token, refreshed.data.session?.access_token ?? ""]) {
      expect(decodeJwt(token)).toMatchObject({ two_step: true, aal: "aal1" });
    }
  });
});
