import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

describe("signing in with a password", () => {
  it("returns the same error for a wrong password and an unknown address", async () => {
    const { email } = await supabase.createUser();
    const { auth } = supabase.createClient();

    const wrong = await auth.signInWithPassword({ email, password: "wrong-password" });
    const unhashable = await auth.signInWithPassword({ email, password: `${TEST_PASSWORD}\0` });
    const unknown = await auth.signInWithPassword({ email: newEmail(), password: TEST_PASSWORD });

    const expectedError = {
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    };
    expect(wrong.error).toMatchObject(expectedError);
    expect(unhashable.error).toMatchObject(expectedError);
    expect(unknown.error).toMatchObject(expectedError);
  });

  it("rejects an unconfirmed address", async () => {
    const email = newEmail();
    const { auth } = supabase.createClient();
    await auth.signUp({ email, password: TEST_PASSWORD });

    const { error } = await auth.signInWithPassword({ email, password: TEST_PASSWORD });

    expect(error).toMatchObject({
      status: 400,
      code: "email_not_confirmed",
      message: "Email not confirmed",
    });
  });

  it("ignores the address's case", async () => {
    const { email } = await supabase.createUser();

    await expect(supabase.signInAs(email.toUpperCase())).resolves.toBeTruthy();
  });
});

describe("a magic link", () => {
  it("signs in an existing user", async () => {
    const { email } = await supabase.createUser();
    const { auth } = supabase.createClient();

    const requested = await auth.signInWithOtp({
      email,
      options: { emailRedirectTo: `${TEST_SITE}/dashboard` },
    });
    const token_hash = supabase.lastTokenHash(email);
    const verified = await auth.verifyOtp({ token_hash, type: "email" });

    expect(requested.error).toBeNull();
    expect(supabase.lastMail(email).subject).toBe("Your sign-in link");
    expect(verified.data.session?.user.email).toBe(email);
  });

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

  it("signs up an unknown address with the confirmation email", async () => {
    const email = newEmail();
    const { auth } = supabase.createClient();

    const requested = await auth.signInWithOtp({ email, options: { data: { name: "Nora" } } });
    const token_hash = supabase.lastTokenHash(email);
    const verified = await auth.verifyOtp({ token_hash, type: "email" });

    expect(requested).toMatchObject({ data: { user: null, session: null }, error: null });
    expect(supabase.lastMail(email).subject).toBe("Confirm your email address");
    expect(verified.data.user?.user_metadata.name).toBe("Nora");
  });

  it("does not sign up with create_user false", async () => {
    const { error } = await supabase
      .createClient()
      .auth.signInWithOtp({ email: newEmail(), options: { shouldCreateUser: false } });

    expect(error).toMatchObject({ status: 422, code: "otp_disabled" });
  });
});

describe("recovery", () => {
  it("signs in by the link to set a new password", async () => {
    const { email } = await supabase.createUser();
    const { auth } = supabase.createClient();

    await auth.resetPasswordForEmail(email, { redirectTo: `${TEST_SITE}/auth/changepass` });
    const html = supabase.lastMail(email).html;
    const token_hash = supabase.lastTokenHash(email);
    const verified = await auth.verifyOtp({ token_hash, type: "recovery" });
    const changed = await auth.updateUser({ password: "another-pass-2" });

    expect(html).toContain(
      `type=recovery&next=${encodeURIComponent(`${TEST_SITE}/auth/changepass`)}`,
    );
    expect(verified.error).toBeNull();
    expect(changed.error).toBeNull();
    await expect(supabase.signInAs(email, "another-pass-2")).resolves.toBeTruthy();
  });

  it("returns the same response for an unknown address without an email", async () => {
    const email = newEmail();

    const { data, error } = await supabase.createClient().auth.resetPasswordForEmail(email);

    expect({ data, error }).toEqual({ data: {}, error: null });
    expect(supabase.emails.filter((mail) => mail.to === email)).toEqual([]);
  });

  it("has a cooldown of a minute", async () => {
    const { email } = await supabase.createUser();
    const { auth } = supabase.createClient();
    await auth.resetPasswordForEmail(email);

    const { error } = await auth.resetPasswordForEmail(email);

    expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
  });
});

describe("PKCE with an emailed link", () => {
  async function followLink(email: string, type: string): Promise<URL> {
    const token = supabase.lastTokenHash(email);
    const query = new URLSearchParams({ token, type, redirect_to: `${TEST_SITE}/dashboard` });
    const response = await supabase.request(`/auth/v1/verify?${query}`);
    return new URL(response.headers.get("location") ?? "");
  }

  it("redirects with a single-use code for the requesting browser", async () => {
    const { email } = await supabase.createUser();
    const { auth } = supabase.createClient(undefined, "pkce");
    await auth.signInWithOtp({ email });

    const landed = await followLink(email, "magiclink");
    const code = landed.searchParams.get("code") ?? "";
    const { data, error } = await auth.exchangeCodeForSession(code);

    expect(landed.hash).toBe("");
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    const again = await supabase.request("/auth/v1/token?grant_type=pkce", {
      method: "POST",
      body: JSON.stringify({ auth_code: code, code_verifier: "x".repeat(43) }),
    });
    expect(again.status).toBe(404);
    expect(await again.json()).toMatchObject({ error_code: "flow_state_not_found" });
  });

  it("rejects another browser's verifier", async () => {
    const { email } = await supabase.createUser();
    const { auth } = supabase.createClient(undefined, "pkce");
    await auth.signInWithOtp({ email });
    const landed = await followLink(email, "magiclink");

    const response = await supabase.request("/auth/v1/token?grant_type=pkce", {
      method: "POST",
      body: JSON.stringify({
        auth_code: landed.searchParams.get("code"),
        code_verifier: "x".repeat(43),
      }),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: "bad_code_verifier" });
  });

  it("still verifies by token hash, in any browser", async () => {
    const { email } = await supabase.createUser();
    await supabase.createClient(undefined, "pkce").auth.signInWithOtp({ email });

    const token_hash = supabase.lastTokenHash(email);
    const verified = await supabase.createClient().auth.verifyOtp({ token_hash, type: "email" });

    expect(token_hash).toMatch(/^pkce_/);
    expect(verified.error).toBeNull();
  });

  it("rejects a challenge without a method", async () => {
    const response = await supabase.request("/auth/v1/otp", {
      method: "POST",
      body: JSON.stringify({ email: newEmail(), code_challenge: "x".repeat(43) }),
    });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 400, error_code: "validation_failed" });
  });
});
