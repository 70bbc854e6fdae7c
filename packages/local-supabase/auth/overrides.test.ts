import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuthOverrides, readAuthOverrides } from "../config/options.ts";
import {
  readJson,
  startTestSupabase,
  TEST_PASSWORD,
  type TestSupabase,
} from "../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

/** Restarts the server with `overrides`. */
async function start(overrides: AuthOverrides): Promise<TestSupabase> {
  await supabase.restart(overrides);
  return supabase;
}

describe("the variable LOCAL_AUTH_OVERRIDES", () => {
  it("is a JSON object", () => {
    expect(readAuthOverrides({})).toEqual({});
    expect(readAuthOverrides({ LOCAL_AUTH_OVERRIDES: '{ "rateLimits": true }' })).toEqual({
      rateLimits: true,
    });
  });

  it.each(['{ "rateLimit": true }', '{ "emailsPerHour": "two" }', "rateLimits"])(
    "rejects %s with one line that names it",
    (LOCAL_AUTH_OVERRIDES) => {
      expect(() => readAuthOverrides({ LOCAL_AUTH_OVERRIDES })).toThrow(
        /^LOCAL_AUTH_OVERRIDES is invalid: .+$/,
      );
    },
  );
});

describe("a secure password change", () => {
  it("requires a single-use emailed code in a session older than a day", async () => {
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
  it("is rejected at sign-up and reported at sign-in", async () => {
    const server = await start({ leakedPasswords: ["letmein-please"] });
    const { email } = await server.createUser();
    await server.sql`
      update auth.users set encrypted_password =
        extensions.crypt('letmein-please', extensions.gen_salt('bf', 4)) where email = ${email}`;
    const request = { email: "new@example.com", password: "letmein-please" };

    const signUp = await server.createClient().auth.signUp(request);
    const signedIn = await server.request("/auth/v1/token?grant_type=password", {
      method: "POST",
      body: JSON.stringify({ ...request, email }),
    });

    expect(signUp.error).toMatchObject({ code: "weak_password", reasons: ["pwned"] });
    expect(await readJson(signedIn)).toMatchObject({ weak_password: { reasons: ["pwned"] } });
  });
});

describe("rate limits", () => {
  it("count by the address forwarded with the secret key", async () => {
    const server = await start({ rateLimits: true });
    const attempt = (address: string) =>
      server.request("/auth/v1/token?grant_type=password", {
        method: "POST",
        headers: { apikey: server.secretKey, "sb-forwarded-for": address },
        body: JSON.stringify({ email: "nobody@example.com", password: TEST_PASSWORD }),
      });

    const responses = await Promise.all(Array.from({ length: 40 }, () => attempt("203.0.113.7")));
    const statuses = responses.map(({ status }) => status);

    expect(statuses).toContain(429);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(30);
    expect((await attempt("203.0.113.8")).status).toBe(400);
  });

  it("on emails do not leave an account behind", async () => {
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

describe("session timeouts", () => {
  it.each([
    [{ sessionTimeboxSeconds: 3600 }, 2],
    [{ sessionInactivitySeconds: 3600 }, 2],
    // From the test project's supabase/config.toml.
    [{}, 15 * 24],
  ])("end the session with %j", async (overrides, hours) => {
    const server = await start(overrides);
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
