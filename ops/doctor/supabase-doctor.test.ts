import { Hono } from "hono";
import { type HttpServer, listen } from "local-kit";
import { readAuthConfig } from "local-supabase/internals";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GOOD_AUTH_SETTINGS } from "../../tests/support/supabase-auth-settings.ts";
import { readTarget, type Target } from "../lib/target.ts";
import { runChecks } from "./checks.ts";
import { checkAuthSettings, checkEncryption } from "./supabase-doctor.ts";

/** A Management API that knows the project abc and the token sbp_abc. */
let api: HttpServer;
let authSettings: object;
let isEncrypted: boolean;
let isDown: boolean;
beforeAll(async () => {
  const app = new Hono();
  app.use(async (context, next) => {
    if (isDown) return context.json({}, 500);
    if (context.req.header("authorization") !== "Bearer sbp_abc") return context.json({}, 401);
    return next();
  });
  app.get("/v1/projects/abc/config/auth", (context) => context.json(authSettings));
  app.get("/v1/projects/abc/ssl-enforcement", (context) =>
    context.json({ currentConfig: { database: isEncrypted } }),
  );
  api = await listen(app.fetch, 0);
});
beforeEach(() => {
  authSettings = GOOD_AUTH_SETTINGS;
  isEncrypted = true;
  isDown = false;
});
afterAll(() => api.close());

/** Checks the project that SUPABASE_URL names. */
function check(supabaseUrl = "https://abc.supabase.co", env: Target["env"] = {}) {
  const target = readTarget("staging", {
    config: {
      name: "site-staging",
      vars: { SITE_URL: "https://staging.example.com/", SUPABASE_URL: supabaseUrl },
      hyperdrive: [],
      routes: [],
    },
    env: { SUPABASE_ACCESS_TOKEN: "sbp_abc", SUPABASE_API_BASE_URL: api.url, ...env },
  });
  const checks = { "Supabase Auth": checkAuthSettings, "database encryption": checkEncryption };
  return runChecks(checks, target);
}

async function checkAuth(settings: object): Promise<string[]> {
  authSettings = settings;
  return (await check()).filter((line) => line !== "✓ database encryption: enforced");
}

describe("the settings of Supabase Auth", () => {
  test("pass when they match supabase/config.toml", async () => {
    expect(await checkAuth(GOOD_AUTH_SETTINGS)).toEqual([
      "✓ Supabase Auth: match supabase/config.toml",
    ]);
  });

  test.each([
    ["hook_custom_access_token_enabled", false, "enable the hook"],
    ["hook_custom_access_token_uri", "pg-functions://postgres/public/other", "enable the hook"],
    ["site_url", "http://localhost:3000", "set the site URL"],
    ["disable_signup", true, "allow new users"],
    ["external_anonymous_users_enabled", true, "turn off anonymous sign-ins"],
    ["mailer_autoconfirm", true, "turn on Confirm email"],
    ["mailer_secure_email_change_enabled", false, "turn on Secure email change"],
    ["security_update_password_require_reauthentication", false, "turn on Secure password change"],
    ["security_sb_forwarded_for_enabled", false, "turn on IP address forwarding"],
    ["password_min_length", 6, "set the minimum password length to 8"],
    ["password_hibp_enabled", false, "turn on Prevent use of leaked passwords"],
    ["sessions_timebox", 0, "set Time-box user sessions to 720 hours"],
    ["sessions_timebox", 8_760, "set Time-box user sessions to 720 hours"],
    ["sessions_inactivity_timeout", null, "set Inactivity timeout to 336 hours"],
    ["refresh_token_rotation_enabled", false, "turn on refresh token rotation"],
    ["jwt_exp", 604_800, "set the access token expiry"],
    ["mfa_totp_enroll_enabled", false, "enable TOTP"],
    ["external_google_enabled", false, "enable Google"],
    ["external_github_enabled", null, "enable GitHub"],
    ["external_google_client_id", "env(GOOGLE_CLIENT_ID)", "set the client id and secret of Go"],
    ["external_github_client_id", "env(GITHUB_CLIENT_ID)", "set the client id and secret of Gi"],
    [
      "mailer_notifications_password_changed_enabled",
      false,
      'turn on the notification "Password changed"',
    ],
    [
      "mailer_notifications_email_changed_enabled",
      null,
      'turn on the notification "Email address changed"',
    ],
    [
      "mailer_notifications_mfa_factor_enrolled_enabled",
      false,
      'turn on the notification "MFA method added"',
    ],
    [
      "mailer_notifications_mfa_factor_unenrolled_enabled",
      false,
      'turn on the notification "MFA method removed"',
    ],
    ["smtp_host", null, "set up custom SMTP"],
  ])("with %s = %s fail with one line", async (name, value, advice) => {
    const lines = await checkAuth({ ...GOOD_AUTH_SETTINGS, [name]: value });
    expect(lines).toEqual([expect.stringContaining(`✗ Supabase Auth: ${advice}`)]);
  });

  test("have the session limits of supabase/config.toml", () => {
    const { sessions } = readAuthConfig(".");
    const hours = [sessions.timebox, sessions.inactivity_timeout].map((duration) =>
      Number.parseInt(duration ?? "", 10),
    );
    const { sessions_timebox, sessions_inactivity_timeout } = GOOD_AUTH_SETTINGS;
    expect(hours).toEqual([sessions_timebox, sessions_inactivity_timeout]);
  });

  test("that fail get one line each", async () => {
    const settings = { ...GOOD_AUTH_SETTINGS, disable_signup: true, smtp_host: null };
    expect(await checkAuth(settings)).toEqual([
      expect.stringMatching(/^✗ Supabase Auth: \n {4}allow new users.*\n {4}set up custom SMTP/),
    ]);
  });

  test("that Supabase no longer returns are named", async () => {
    const { jwt_exp: _, ...rest } = GOOD_AUTH_SETTINGS;
    expect(await checkAuth(rest)).toEqual([expect.stringMatching(/^✗ Supabase Auth: .*jwt_exp/)]);
  });

  test("are skipped behind a custom domain, or without a token", async () => {
    expect(await check("https://auth.example.com")).toContain(
      "? Supabase Auth: SUPABASE_URL does not name a project; compare supabase/config.toml",
    );
    expect(await check(undefined, { SUPABASE_ACCESS_TOKEN: undefined })).toContain(
      "? Supabase Auth: set SUPABASE_ACCESS_TOKEN",
    );
  });
});

test("a database that accepts unencrypted connections fails", async () => {
  isEncrypted = false;
  expect((await check()).at(-1)).toContain("✗ database encryption: turn on");
});

test("an unknown project, an invalid token, and an unavailable Management API are reported", async () => {
  expect((await check(undefined, { SUPABASE_ACCESS_TOKEN: "old" }))[0]).toContain(
    "SUPABASE_ACCESS_TOKEN is invalid",
  );
  expect((await check("https://xyz.supabase.co"))[0]).toContain("has no access to the project xyz");
  isDown = true;
  expect(await check()).toEqual([
    "✗ Supabase Auth: the Management API responded 500",
    "✗ database encryption: the Management API responded 500",
  ]);
  const nowhere = await check(undefined, { SUPABASE_API_BASE_URL: "http://127.0.0.1:9" });
  expect(nowhere[0]).toContain("no response from the Management API");
});
