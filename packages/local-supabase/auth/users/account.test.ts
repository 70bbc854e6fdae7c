import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  readTokenHash,
  startTestSupabase,
  TEST_SITE,
  type TestSupabase,
} from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

const newEmail = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`;

describe("changing the email address", () => {
  const FIRST_CONFIRMATION_ACCEPTED =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";

  async function requestChange() {
    const { id, email, client } = await supabase.signIn();
    const wanted = newEmail();
    const result = await client.auth.updateUser(
      { email: wanted },
      { emailRedirectTo: `${TEST_SITE}/settings/general` },
    );
    return { id, email, wanted, client, result };
  }

  function click(address: string): Promise<Response> {
    return supabase.request("/auth/v1/verify", {
      method: "POST",
      body: JSON.stringify({
        type: "email_change",
        token_hash: readTokenHash(supabase.lastMail(address)),
      }),
    });
  }

  it("redirects with a message after the first confirmation, for default template links", async () => {
    const { email } = await requestChange();
    const query = new URLSearchParams({
      token: supabase.lastTokenHash(email),
      type: "email_change",
      redirect_to: `${TEST_SITE}/settings/general`,
    });

    const response = await supabase.request(`/auth/v1/verify?${query}`);

    const location = new URL(response.headers.get("location") ?? "");
    expect(location.pathname).toBe("/settings/general");
    expect(new URLSearchParams(location.hash.slice(1)).get("message")).toBe(
      FIRST_CONFIRMATION_ACCEPTED,
    );
  });

  it("voids the account's other links, as using any link does", async () => {
    const { email, wanted, client } = await requestChange();
    await click(email);
    await client.auth.resetPasswordForEmail(email);
    const token_hash = supabase.lastTokenHash(email);
    expect((await click(wanted)).status).toBe(200);
    const used = await supabase.createClient().auth.verifyOtp({ token_hash, type: "recovery" });
    expect(used.error?.code).toBe("otp_expired");
  });

  it("fails with the Postgres error when another account takes the address meanwhile", async () => {
    const { email, wanted } = await requestChange();
    await click(email);
    await supabase.admin.auth.admin.createUser({ email: wanted, email_confirm: true });

    const response = await click(wanted);

    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "23505" });
  });
});
