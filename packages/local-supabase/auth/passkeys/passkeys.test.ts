import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authenticator, type Ceremony, createAuthenticator } from "../../authenticator.ts";
import { readJson, startTestSupabase, type TestSupabase } from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

function post(path: string, body: object, token?: string): Promise<Response> {
  return supabase.request(`/auth/v1/passkeys${path}`, {
    method: "POST",
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: JSON.stringify(body),
  });
}

/** A user with a passkey. */
async function signInAndRegister() {
  const signedIn = await supabase.signIn();
  const token = signedIn.session.access_token;
  const authenticator = createAuthenticator(supabase.options.siteUrl);
  const options = await readJson(await post("/registration/options", {}, token));
  const response = await post("/registration/verify", authenticator.create(options), token);
  return { ...signedIn, token, authenticator, response, passkey: await readJson(response) };
}

async function signInWith(authenticator: Authenticator, ceremony?: Ceremony): Promise<Response> {
  const options = await readJson(await post("/authentication/options", {}));
  return post("/authentication/verify", authenticator.get(options, ceremony));
}

describe("a passkey", () => {
  it("works with the calls of supabase-js", async () => {
    const { client, authenticator, passkey, id } = await signInAndRegister();
    const guest = supabase.createClient();
    const options = await guest.auth.passkey.startAuthentication();
    const { challenge_id: challengeId, credential } = authenticator.get(options.data);

    const signedIn = await guest.auth.passkey.verifyAuthentication({ challengeId, credential });
    const passkeyId = String(passkey.id);
    const renamed = await client.auth.passkey.update({ passkeyId, friendlyName: "Laptop" });
    const listed = await client.auth.passkey.list();
    const deleted = await client.auth.passkey.delete({ passkeyId });

    expect(signedIn.data?.user?.id).toBe(id);
    expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: "Laptop" });
    expect(listed.data).toMatchObject([
      { friendly_name: "Laptop", last_used_at: expect.any(String) },
    ]);
    expect(deleted.error).toBeNull();
    expect((await client.auth.passkey.list()).data).toEqual([]);
  });

  it("disappears with its user", async () => {
    const { authenticator, id } = await signInAndRegister();
    await supabase.admin.auth.admin.deleteUser(id);

    const response = await signInWith(authenticator);

    expect(await readJson(response)).toMatchObject({ error_code: "webauthn_verification_failed" });
  });
});

describe("a passkey challenge", () => {
  it("can be used once, also by concurrent requests", async () => {
    const { authenticator } = await signInAndRegister();
    const options = await readJson(await post("/authentication/options", {}));
    const body = authenticator.get(options);

    const responses = await Promise.all([1, 2, 3].map(() => post("/authentication/verify", body)));

    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });
});
