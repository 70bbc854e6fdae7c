import { afterEach, describe, expect, it } from "vitest";
import type { AuthSwitches } from "../options.ts";
import { readJson, startTestSupabase, TEST_PASSWORD, type TestSupabase } from "../testing.ts";

let supabase: TestSupabase | undefined;
afterEach(() => supabase?.close());

async function start(switches: AuthSwitches): Promise<TestSupabase> {
  supabase = await startTestSupabase({ switches });
  return supabase;
}

describe("the current password", () => {
  it("is asked for when a new one is set", async () => {
    const { client } = await (await start({ requireCurrentPassword: true })).signIn();
    const change = (current_password?: string) =>
      client.auth.updateUser({
        password: "another-pass-2",
        ...(current_password === undefined ? {} : { current_password }),
      });

    expect((await change()).error).toMatchObject({
      status: 400,
      code: "current_password_required",
    });
    expect((await change("wrong")).error?.code).toBe("current_password_invalid");
    expect((await change(TEST_PASSWORD)).error).toBeNull();
  });

  it("is not asked for after a mailed link", async () => {
    const server = await start({ requireCurrentPassword: true });
    const { email } = await server.createUser();
    const { auth } = server.createClient();
    await auth.resetPasswordForEmail(email);
    await auth.verifyOtp({ token_hash: server.lastTokenHash(email), type: "recovery" });

    expect((await auth.updateUser({ password: "another-pass-2" })).error).toBeNull();
  });
});

describe("a secure password change", () => {
  it("asks a session of more than a day for a mailed code, which is good once", async () => {
    const server = await start({ securePasswordChange: true });
    const { email, id, client } = await server.signIn();
    const change = (password: string, nonce?: string) =>
      client.auth.updateUser({ password, ...(nonce === undefined ? {} : { nonce }) });

    expect((await change("another-pass-1")).error).toBeNull();
    await server.sql`
      update auth.sessions set created_at = now() - interval '25 hours' where user_id = ${id}`;
    expect((await change("another-pass-2")).error).toMatchObject({
      status: 400,
      code: "reauthentication_needed",
    });
    await client.auth.reauthenticate();
    const code = /^\d{6}/.exec(server.lastMail(email).subject)?.[0] ?? "";
    expect((await change("another-pass-2", "000000")).error).toMatchObject({
      status: 422,
      code: "reauthentication_not_valid",
    });
    expect((await change("another-pass-2", code)).error).toBeNull();
    expect((await change("another-pass-3", code)).error?.code).toBe("reauthentication_not_valid");
  });
});

describe("a leaked password", () => {
  it("is refused for a new account and told of at a sign-in", async () => {
    const server = await start({ leakedPasswords: ["letmein-please"] });
    const { email } = await server.createUser();
    await server.sql`
      update auth.users set encrypted_password =
        extensions.crypt('letmein-please', extensions.gen_salt('bf', 4)) where email = ${email}`;
    const request = { email: "new@example.com", password: "letmein-please" };

    const refused = await server.createClient().auth.signUp(request);
    const signedIn = await server.request("/auth/v1/token?grant_type=password", {
      method: "POST",
      body: JSON.stringify({ ...request, email }),
    });

    expect(refused.error).toMatchObject({ code: "weak_password", reasons: ["pwned"] });
    expect(await readJson(signedIn)).toMatchObject({ weak_password: { reasons: ["pwned"] } });
  });
});

describe("a captcha", () => {
  it("is asked for where mails go out and passwords are tried, except of the secret key", async () => {
    const server = await start({ captchaToken: "passed" });
    const { email } = await server.createUser();
    const signIn = (captchaToken?: string, key?: string) =>
      server.createClient(key).auth.signInWithPassword({
        email,
        password: TEST_PASSWORD,
        ...(captchaToken === undefined ? {} : { options: { captchaToken } }),
      });

    expect((await signIn()).error).toMatchObject({ status: 400, code: "captcha_failed" });
    expect((await signIn("wrong")).error?.code).toBe("captcha_failed");
    expect((await signIn("passed")).error).toBeNull();
    expect((await signIn(undefined, server.secretKey)).error).toBeNull();
    expect((await server.createClient().auth.resetPasswordForEmail(email)).error?.code).toBe(
      "captcha_failed",
    );
  });
});

describe("limits", () => {
  it("count for each address that the secret key names", async () => {
    const server = await start({ rateLimits: true });
    const attempt = (address: string) =>
      server.request("/auth/v1/token?grant_type=password", {
        method: "POST",
        headers: { apikey: server.secretKey, "sb-forwarded-for": address },
        body: JSON.stringify({ email: "nobody@example.com", password: TEST_PASSWORD }),
      });

    const answers = await Promise.all(Array.from({ length: 40 }, () => attempt("203.0.113.7")));
    const statuses = answers.map(({ status }) => status);

    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(30);
    expect((await attempt("203.0.113.8")).status).toBe(400);
  });

  it("of the project's mails leave no account behind", async () => {
    const server = await start({ emailsPerHour: 1 });
    const { auth } = server.createClient();
    await auth.signUp({ email: "one@example.com", password: TEST_PASSWORD });

    const { error } = await auth.signUp({ email: "two@example.com", password: TEST_PASSWORD });

    expect(error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    expect(await server.sql`select from auth.users where email = 'two@example.com'`).toHaveLength(
      0,
    );
  });
});

describe("a session's end", () => {
  it.each([
    [{ sessionTimeboxSeconds: 3600 }, 2],
    [{ sessionInactivitySeconds: 3600 }, 2],
    // What supabase/config.toml of the tests says.
    [{}, 15 * 24],
  ])("comes with time where the project has %j", async (switches, hours) => {
    const server = await start(switches);
    const { id, session } = await server.signIn();
    const refresh = () =>
      server.request("/auth/v1/token?grant_type=refresh_token", {
        method: "POST",
        body: JSON.stringify({ refresh_token: session.refresh_token }),
      });

    expect((await refresh()).status).toBe(200);
    await server.sql`
      update auth.sessions set created_at = now() - make_interval(hours => ${hours}),
        refreshed_at = now() at time zone 'utc' - make_interval(hours => ${hours}) where user_id = ${id}`;

    expect(await readJson(await refresh())).toMatchObject({ error_code: "session_expired" });
  });
});
