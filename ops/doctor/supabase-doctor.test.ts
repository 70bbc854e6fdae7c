import { listen } from "local-kit";
import { readAuthConfig } from "local-supabase/parts";
import { describe, expect, test } from "vitest";
import { describeFinding } from "./finding.ts";
import { createSettingsReader, examineSupabase, type SupabaseCase } from "./supabase-doctor.ts";
import { GOOD_AUTH_SETTINGS } from "./supabase-settings-fixture.ts";

const CASE: SupabaseCase = {
  config: {
    vars: { SITE_URL: "https://staging.example.com/", SUPABASE_URL: "https://abc.supabase.co" },
  },
  variables: { SUPABASE_ACCESS_TOKEN: "sbp_abc" },
};

/** What is said of a project with these settings. */
async function examine(settings: object, patient = CASE): Promise<string[]> {
  const findings = await examineSupabase(patient, async (kind) =>
    kind === "config/auth" ? settings : { currentConfig: { database: true } },
  );
  return findings.map(describeFinding).filter((line) => line !== "✓ database encryption: enforced");
}

/** A Management API that knows the project abc and the token sbp_abc. */
function startManagementApi(status = 200) {
  return listen((request) => {
    if (status !== 200) return new Response("{}", { status });
    if (request.headers.get("authorization") !== "Bearer sbp_abc") {
      return new Response("{}", { status: 401 });
    }
    const isKnown = new URL(request.url).pathname === "/v1/projects/abc/config/auth";
    return isKnown ? Response.json(GOOD_AUTH_SETTINGS) : new Response("{}", { status: 404 });
  }, 0);
}

describe("the settings of Supabase Auth", () => {
  test("are fine as supabase/config.toml has them", async () => {
    expect(await examine(GOOD_AUTH_SETTINGS)).toEqual([
      "✓ Supabase Auth: as supabase/config.toml has it",
    ]);
  });

  test.each([
    ["hook_custom_access_token_enabled", false, "enable the hook"],
    ["hook_custom_access_token_uri", "pg-functions://postgres/public/other", "enable the hook"],
    ["site_url", "http://localhost:3000", "set the site URL"],
    ["disable_signup", true, "allow new users"],
    ["external_anonymous_users_enabled", true, "forbid anonymous sign-ins"],
    ["mailer_autoconfirm", true, "turn on Confirm email"],
    ["mailer_secure_email_change_enabled", false, "turn on Secure email change"],
    ["security_update_password_require_reauthentication", false, "turn on Secure password change"],
    ["security_sb_forwarded_for_enabled", false, "turn on IP address forwarding"],
    ["password_min_length", 6, "set the minimum password length to 8"],
    ["password_hibp_enabled", false, "turn on Prevent use of leaked passwords"],
    ["sessions_timebox", 0, "set Time-box user sessions to 720 hours"],
    ["sessions_timebox", 8_760, "set Time-box user sessions to 720 hours"],
    ["sessions_inactivity_timeout", null, "set Inactivity timeout to 336 hours"],
    ["refresh_token_rotation_enabled", false, "turn on the rotation"],
    ["jwt_exp", 604_800, "set the access token's time"],
    ["mfa_totp_enroll_enabled", false, "enable TOTP"],
    ["external_google_enabled", false, "enable Google"],
    ["external_github_enabled", null, "enable GitHub"],
    ["external_google_client_id", "env(GOOGLE_CLIENT_ID)", "put in the client id and secret of Go"],
    ["external_github_client_id", "env(GITHUB_CLIENT_ID)", "put in the client id and secret of Gi"],
    [
      "mailer_notifications_password_changed_enabled",
      false,
      'turn on the notice "Password changed"',
    ],
    [
      "mailer_notifications_email_changed_enabled",
      null,
      'turn on the notice "Email address changed"',
    ],
    [
      "mailer_notifications_mfa_factor_enrolled_enabled",
      false,
      'turn on the notice "MFA method added"',
    ],
    [
      "mailer_notifications_mfa_factor_unenrolled_enabled",
      false,
      'turn on the notice "MFA method removed"',
    ],
    ["smtp_host", null, "set SMTP of your own"],
  ])("with %s = %s lead to one piece of advice", async (name, value, advice) => {
    const lines = await examine({ ...GOOD_AUTH_SETTINGS, [name]: value });
    expect(lines).toEqual([expect.stringContaining(`✗ Supabase Auth: ${advice}`)]);
  });

  test("are asked to end sessions as supabase/config.toml does", () => {
    const { sessions } = readAuthConfig(".");
    const hours = [sessions.timebox, sessions.inactivity_timeout].map((duration) =>
      Number.parseInt(duration ?? "", 10),
    );
    const { sessions_timebox, sessions_inactivity_timeout } = GOOD_AUTH_SETTINGS;
    expect(hours).toEqual([sessions_timebox, sessions_inactivity_timeout]);
  });

  test("and a database that takes connections in clear text is one to mend", async () => {
    const settings = { currentConfig: { database: false } };
    const findings = await examineSupabase(CASE, async (kind) =>
      kind === "config/auth" ? GOOD_AUTH_SETTINGS : settings,
    );
    expect(findings.map(describeFinding).at(-1)).toContain("✗ database encryption: turn on");
  });

  test("that Supabase no longer tells are named, not guessed", async () => {
    const { jwt_exp: _, ...rest } = GOOD_AUTH_SETTINGS;
    expect(await examine(rest)).toEqual([expect.stringMatching(/^✗ Supabase Auth: .*jwt_exp/)]);
  });

  test("cannot be looked at behind a domain of one's own", async () => {
    const vars = { ...CASE.config.vars, SUPABASE_URL: "https://auth.example.com" };
    const patient = { ...CASE, config: { ...CASE.config, vars } };
    expect(await examine({}, patient)).toEqual([
      "? Supabase Auth: SUPABASE_URL does not name a project; compare supabase/config.toml",
    ]);
  });
});

describe("the Management API", () => {
  test("is asked for the project of SUPABASE_URL, with the token", async () => {
    const api = await startManagementApi();
    const read = createSettingsReader(api.url);
    await expect(read("config/auth", "abc", "sbp_abc")).resolves.toEqual(GOOD_AUTH_SETTINGS);
    await expect(read("config/auth", "abc", "old")).rejects.toThrow(
      "SUPABASE_ACCESS_TOKEN is not good",
    );
    await expect(read("config/auth", "xyz", "sbp_abc")).rejects.toThrow(
      "may not see the project xyz",
    );
    await api.close();
  });

  test("that is down is said to be", async () => {
    const api = await startManagementApi(500);
    const findings = await examineSupabase(CASE, createSettingsReader(api.url));
    expect(findings.map(describeFinding)).toEqual([
      "✗ Supabase Auth: the Management API answered 500; try again later",
      "✗ database encryption: the Management API answered 500; try again later",
    ]);
    await api.close();
  });
});
