import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  readTokenHash,
  readTokens,
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

describe("changing the password", () => {
  it("invalidates pending recovery links", async () => {
    const { email, client } = await supabase.signIn();
    await client.auth.resetPasswordForEmail(email);
    const token_hash = supabase.lastTokenHash(email);

    await client.auth.updateUser({ password: "another-pass-2" });

    const used = await supabase.createClient().auth.verifyOtp({ token_hash, type: "recovery" });
    expect(used.error?.code).toBe("otp_expired");
  });
});

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

  it.each(["old address first", "new address first"])(
    "takes both clicks, %s; the first gives no session",
    async (order) => {
      const { id, email, wanted } = await requestChange();
      const [first, second] = order.startsWith("old") ? [email, wanted] : [wanted, email];

      const halfWay = await click(first);
      const unchanged = await supabase.admin.auth.admin.getUserById(id);
      const done = await readTokens(await click(second));

      expect(halfWay.status).toBe(200);
      expect(await halfWay.json()).toEqual({ msg: FIRST_CONFIRMATION_ACCEPTED, code: "200" });
      expect(unchanged.data.user?.email).toBe(email);
      expect(done.user.email).toBe(wanted);
      expect(done.user.new_email).toBeUndefined();
      expect(done.user.identities).toMatchObject([{ provider: "email", email: wanted }]);
      expect(done.access_token).toBeTruthy();
      await expect(supabase.signInAs(wanted)).resolves.toBeTruthy();
    },
  );

  it("fires the app's trigger on completion", async () => {
    const { id, email, wanted } = await requestChange();
    const appEmail = async () => (await supabase.sql`select email from users where id = ${id}`)[0];

    await click(email);
    const halfWay = await appEmail();
    await click(wanted);

    expect(halfWay).toEqual({ email });
    expect(await appEmail()).toEqual({ email: wanted });
  });

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

  it("fails with the Postgres error when another account takes the address meanwhile", async () => {
    const { email, wanted } = await requestChange();
    await click(email);
    await supabase.admin.auth.admin.createUser({ email: wanted, email_confirm: true });

    const response = await click(wanted);

    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "23505" });
  });

  it("has a cooldown of a minute, then emails both addresses again", async () => {
    const { email, wanted, client } = await requestChange();
    const { auth } = client;

    const soon = await auth.resend({ type: "email_change", email });
    await supabase.ageMails(email, 61);
    const later = await auth.resend({ type: "email_change", email });

    expect(soon.error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    expect(later.error).toBeNull();
    for (const address of [email, wanted]) {
      expect(supabase.emails.filter((mail) => mail.to === address)).toHaveLength(2);
    }
  });
});
