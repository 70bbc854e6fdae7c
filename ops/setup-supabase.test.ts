/** Supabase's plans, tokens and settings, as set-up and doctor meet them. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { startSetupHarness } from "../tests/support/cloudflare/setup-harness.ts";
import { readTarget } from "./lib/target.ts";

vi.mock("./lib/wrangler.ts", async (importOriginal) => {
  const { quickWrangler } = await import("../tests/support/cloudflare/quick-wrangler.ts");
  return { ...(await importOriginal<object>()), wrangler: quickWrangler };
});

test("a new project on Supabase's Free plan is set up with a mail server, and what the plan lacks is a remark", async () => {
  await using harness = await startSetupHarness();
  harness.supabase.plan = "free";
  const { error, lines } = await harness.setUp();
  expect(lines.filter((line) => !line.startsWith("✓"))).toEqual([
    "– Supabase Auth, Pro plan: the Management API responded 402: This is available on Pro Plans and up.",
    "What only you can do, with its pages: docs/setup.md, Steps and Stripe's settings",
    "✗ live version: nothing is deployed yet",
  ]);
  expect(error).toContain("npm run deploy -- --env staging");
  expect(harness.supabase.auth).toMatchObject({
    mailer_subjects_recovery: "Reset your password",
    mailer_templates_confirmation_content: expect.stringContaining("<html"),
    mailer_templates_password_changed_notification_content: expect.stringContaining("<html"),
  });
});

test("without a mail server and clicks in the dashboard, all else is set up on the Free plan, with a token for the operator", async () => {
  await using harness = await startSetupHarness();
  harness.supabase.plan = "free";
  const { auth } = harness.supabase;
  Object.assign(auth, {
    external_google_enabled: false,
    audit_log_disable_postgres: false,
    security_update_password_require_current_password: true,
  });
  const { error, lines } = await harness.setUp({ SMTP_PASSWORD: "", OPERATOR_TOKEN: undefined });
  const token = harness.cloudflare.account
    .worker(readTarget("staging").worker)
    .versions.at(-1)
    ?.secrets.get("OPERATOR_TOKEN");
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(lines).toContainEqual(expect.stringContaining(`OPERATOR_TOKEN is ${token}: keep it`));
  expect(lines.filter((line) => /^[✗?]/.test(line))).toEqual([
    expect.stringContaining("✗ Supabase Auth, SMTP: set SMTP_PASSWORD"),
    expect.stringContaining(
      "✗ Supabase Auth, email templates: the Management API responded 400: Email template modification is not available",
    ),
    "✗ Supabase Auth, dashboard: ",
    "✗ Supabase Auth, Google and GitHub: google is off: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET in the shell, and run setup:cloud",
  ]);
  const clicks = lines.filter((line) => line.startsWith("    Supabase, Authentication, "));
  expect(clicks.map((line) => line.trim())).toEqual([
    "Supabase, Authentication, Audit Logs: turn off writing them to the database",
    'Supabase, Authentication, Sign In / Providers, Email: turn off "Require current password when updating"',
  ]);
  expect(error).toContain("4 left");
  expect(auth).toMatchObject({
    site_url: "https://staging.example.com",
    hook_custom_access_token_enabled: true,
    security_sb_forwarded_for_enabled: true,
    smtp_host: null,
  });
});

test("OAuth apps get their ids and secrets from the shell; one that is on keeps its own", async () => {
  await using harness = await startSetupHarness();
  const { auth } = harness.supabase;
  Object.assign(auth, { external_google_enabled: false, external_github_client_id: "theirs" });
  await harness.setUp({
    ...{ GOOGLE_CLIENT_ID: "google-id", GOOGLE_CLIENT_SECRET: "google-secret" },
    ...{ GITHUB_CLIENT_ID: "github-id", GITHUB_CLIENT_SECRET: "github-secret" },
  });
  expect(auth).toMatchObject({
    external_google_enabled: true,
    external_google_client_id: "google-id",
    external_google_secret: "google-secret",
    external_github_client_id: "theirs",
  });
});

test("the doctor needs no token that may see secret keys", async () => {
  await using harness = await startSetupHarness();
  await harness.setUpAndDeploy();
  harness.supabase.mayReveal = false;
  expect(await harness.examine()).toEqual([]);
});

test("permissions that a scoped Supabase token lacks are named", async () => {
  await using harness = await startSetupHarness();
  harness.supabase.missingPermissions = ["auth_config_read", "api_gateway_keys_read"];
  expect(await harness.examine()).toContain(
    "? Supabase Auth: the Management API responded 403: the token lacks auth_config_read, api_gateway_keys_read",
  );
});

test("a token whose owner may only read is refused at the first write, which says so", async () => {
  await using harness = await startSetupHarness();
  harness.supabase.mayWrite = false;
  const { lines } = await harness.setUp();
  expect(lines).toContain(
    "✗ Supabase Auth: the Management API responded 401: SUPABASE_ACCESS_TOKEN is invalid, expired, or of a person who may only read this project",
  );
});

test("passkeys are on where the Worker's are, for the site's domain; another mail server stays", async () => {
  await using harness = await startSetupHarness();
  harness.supabase.auth.smtp_host = "smtp.example.com";
  const file = path.join(harness.folder, "wrangler.toml");
  const text = readFileSync(file, "utf8").replace(/^PASSKEYS = .*\n/gm, "");
  writeFileSync(file, text.replace("[env.staging.vars]", '$&\nPASSKEYS = "on"'));
  await harness.setUpAndDeploy();
  expect(harness.supabase.auth).toMatchObject({
    passkey_enabled: true,
    webauthn_rp_id: "staging.example.com",
    webauthn_rp_origins: "https://staging.example.com",
    smtp_host: "smtp.example.com",
    rate_limit_email_sent: 360,
  });
});
