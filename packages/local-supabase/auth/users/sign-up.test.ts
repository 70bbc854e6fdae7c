import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  startTestSupabase,
  TEST_PASSWORD,
  TEST_SITE,
  type TestSupabase,
} from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

const newEmail = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`;

function signUp(email: string, options: { emailRedirectTo?: string; data?: object } = {}) {
  return supabase.createClient().auth.signUp({ email, password: TEST_PASSWORD, options });
}

function verify(email: string, type: "email" | "signup" | "recovery" = "email") {
  const token_hash = supabase.lastTokenHash(email);
  return supabase.createClient().auth.verifyOtp({ token_hash, type });
}

describe("sign-up", () => {
  it("returns hosted Supabase's error when the app's trigger fails, and logs the cause", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await supabase.sql`
      alter table public.users add constraint no_bad check (email not like 'bad-%')`;

    const { error } = await signUp(`bad-${newEmail()}`);

    expect(error).toMatchObject({ status: 500, message: "Database error saving new user" });
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

describe("emailed links", () => {
  it.each(["https://evil.example/x", "javascript:alert(1)", `${TEST_SITE}.evil.example`])(
    "fall back to the site for %s",
    async (emailRedirectTo) => {
      const email = newEmail();

      await signUp(email, { emailRedirectTo });

      expect(supabase.lastMail(email).html).toContain(`next=${encodeURIComponent(TEST_SITE)}"`);
    },
  );

  it("accept only one of two simultaneous clicks", async () => {
    const email = newEmail();
    await signUp(email);

    const clicks = await Promise.all([verify(email), verify(email)]);

    const codes = clicks.map(({ error }) => error?.code);
    expect(codes.toSorted()).toEqual(["otp_expired", undefined]);
  });

  it("expire after an hour", async () => {
    const email = newEmail();
    await signUp(email);
    await supabase.ageMails(email, 3601);

    const { error } = await verify(email);

    expect(error).toMatchObject({
      status: 403,
      code: "otp_expired",
      message: "Email link is invalid or has expired",
    });
  });
});
