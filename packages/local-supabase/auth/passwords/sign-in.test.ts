import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSupabase, type TestSupabase } from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

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
