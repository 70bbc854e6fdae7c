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
  it("returns secret, URI, and QR code, with the factor unverified", async () => {
    const { client, email } = await supabase.signIn();

    const factor = await enroll(client, "Phone");
    const { data } = await client.auth.getUser();

    expect(factor).toMatchObject({ type: "totp", friendly_name: "Phone" });
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(factor.totp.uri).toContain(
      `otpauth://totp/localhost%3A5173:${encodeURIComponent(email)}`,
    );
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
    expect(data.user?.factors).toMatchObject([
      { id: factor.id, factor_type: "totp", status: "unverified", friendly_name: "Phone" },
    ]);
    expect(JSON.stringify(data.user)).not.toContain(factor.totp.secret);
  });

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

describe("the admin API", () => {
  it("lists and deletes a user's factors, which downgrades sessions to aal1", async () => {
    const { id, client, factor } = await signInWithFactor();
    const { mfa } = supabase.admin.auth.admin;

    const listed = await mfa.listFactors({ userId: id });
    const removed = await mfa.deleteFactor({ userId: id, id: factor.id });
    const { data } = await client.auth.refreshSession();

    expect(listed.data?.factors).toMatchObject([{ id: factor.id, status: "verified" }]);
    expect(JSON.stringify(listed.data)).not.toContain(factor.totp.secret);
    expect(removed.error).toBeNull();
    expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
      aal: "aal1",
      two_step: false,
    });
  });

  it("finds only factors of the given user", async () => {
    const { id, factor } = await signInWithFactor();
    const stranger = await supabase.createUser();

    const asAnyone = await removeFactor(supabase.publishableKey, id, factor.id);
    const ofAnother = await removeFactor(supabase.secretKey, stranger.id, factor.id);

    expect(asAnyone.status).toBe(403);
    expect(ofAnother.status).toBe(404);
  });

  function removeFactor(key: string, userId: string, factorId: string) {
    return fetch(`${supabase.url}/auth/v1/admin/users/${userId}/factors/${factorId}`, {
      method: "DELETE",
      headers: { apikey: key, Authorization: `Bearer ${key}` },
    });
  }
});
