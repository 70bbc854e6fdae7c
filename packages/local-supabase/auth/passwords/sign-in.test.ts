import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSupabase, type TestSupabase } from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

describe("a magic link", () => {
  it("can be entered as a code", async () => {
    const { email } = await supabase.createUser();
    const { data } = await supabase.admin.auth.admin.generateLink({ type: "magiclink", email });
    const token = data.properties?.email_otp ?? "";

    const wrong = await supabase.createClient().auth.verifyOtp({
      email,
      token: token === "000000" ? "111111" : "000000",
      type: "email",
    });
    const right = await supabase.createClient().auth.verifyOtp({ email, token, type: "email" });

    expect(wrong.error).toMatchObject({
      status: 403,
      code: "otp_expired",
      message: "Token has expired or is invalid",
    });
    expect(right.data.session).toBeTruthy();
  });
});

describe("PKCE with an emailed link", () => {
  it("still verifies by token hash, in any browser", async () => {
    const { email } = await supabase.createUser();
    await supabase.createClient(undefined, "pkce").auth.signInWithOtp({ email });

    const token_hash = supabase.lastTokenHash(email);
    const verified = await supabase.createClient().auth.verifyOtp({ token_hash, type: "email" });

    expect(token_hash).toMatch(/^pkce_/);
    expect(verified.error).toBeNull();
  });
});
