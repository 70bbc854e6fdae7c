/** Checks a Supabase project's auth and SSL settings. Read-only. */
import * as v from "valibot";
import { requestJson } from "../lib/http.ts";
import { readProjectRef } from "../lib/supabase.ts";
import type { Target } from "../lib/target.ts";
import { assertNoProblems, CheckSkipped } from "./checks.ts";

const MANAGEMENT_API = "https://api.supabase.com";
/** `supabase/config.toml` names the same function; the schema migration creates it. */
const HOOK_URI = "pg-functions://postgres/public/add_two_step_claim";
const MIN_PASSWORD_LENGTH = 8;
const MAX_ACCESS_TOKEN_S = 3_600;
/** As in `[auth.sessions]` of supabase/config.toml. */
const SESSION_HOURS = { timebox: 720, inactivity: 336 } as const;

/** The auth settings that are checked. Source: Management API, "Gets project's auth config". */
const authSettingsSchema = v.object({
  site_url: v.nullable(v.string()),
  hook_custom_access_token_enabled: v.nullable(v.boolean()),
  hook_custom_access_token_uri: v.nullable(v.string()),
  disable_signup: v.nullable(v.boolean()),
  external_anonymous_users_enabled: v.nullable(v.boolean()),
  external_google_enabled: v.nullable(v.boolean()),
  external_github_enabled: v.nullable(v.boolean()),
  external_google_client_id: v.nullish(v.string()),
  external_github_client_id: v.nullish(v.string()),
  mailer_autoconfirm: v.nullable(v.boolean()),
  mailer_secure_email_change_enabled: v.nullable(v.boolean()),
  security_update_password_require_reauthentication: v.nullable(v.boolean()),
  security_sb_forwarded_for_enabled: v.nullish(v.boolean()),
  password_min_length: v.nullable(v.number()),
  password_hibp_enabled: v.nullish(v.boolean()),
  sessions_timebox: v.nullish(v.number()),
  sessions_inactivity_timeout: v.nullish(v.number()),
  refresh_token_rotation_enabled: v.nullable(v.boolean()),
  jwt_exp: v.nullable(v.number()),
  mfa_totp_enroll_enabled: v.nullable(v.boolean()),
  mfa_totp_verify_enabled: v.nullable(v.boolean()),
  mailer_notifications_password_changed_enabled: v.nullable(v.boolean()),
  mailer_notifications_email_changed_enabled: v.nullable(v.boolean()),
  mailer_notifications_mfa_factor_enrolled_enabled: v.nullable(v.boolean()),
  mailer_notifications_mfa_factor_unenrolled_enabled: v.nullable(v.boolean()),
  smtp_host: v.nullable(v.string()),
});
type AuthSettings = v.InferOutput<typeof authSettingsSchema>;

interface Rule {
  readonly isMet: (settings: AuthSettings, siteUrl: string) => boolean;
  /** The fix, and the consequence without it. */
  readonly advice: string;
}

/** A security notification email to the account's owner. */
function securityNoticeRule(name: string, setting: keyof AuthSettings): Rule {
  return {
    isMet: (settings) => settings[setting] === true,
    advice: `turn on the notification "${name}" (Authentication, Emails, Security): a takeover would go unnoticed`,
  };
}

/** `supabase config push` writes the literal "env(NAME)" when the shell lacks the variable, and only warns. */
const UNRESOLVED_ENV = /^env\(/;

/** An OAuth provider of the sign-in page. */
function providerRules(
  name: string,
  enabled: "external_google_enabled" | "external_github_enabled",
  clientId: "external_google_client_id" | "external_github_client_id",
): Rule[] {
  return [
    {
      isMet: (settings) => settings[enabled] === true,
      advice: `enable ${name} as a provider: the sign-in page offers it`,
    },
    {
      isMet: (settings) => !UNRESOLVED_ENV.test(settings[clientId] ?? ""),
      advice: `set the client id and secret of ${name}: "supabase config push" ran without them in the shell`,
    },
  ];
}

/** 0 means no limit. */
function isLimited(hours: number | null | undefined, max: number): boolean {
  return Boolean(hours) && (hours ?? Infinity) <= max;
}

const RULES: readonly Rule[] = [
  {
    isMet: (settings) =>
      settings.hook_custom_access_token_enabled === true &&
      settings.hook_custom_access_token_uri === HOOK_URI,
    advice:
      "enable the hook (Authentication, Hooks, Customize access token claims, public.add_two_step_claim): without it the account area answers 503",
  },
  {
    isMet: (settings, siteUrl) => settings.site_url?.replace(/\/$/, "") === siteUrl,
    advice: "set the site URL to SITE_URL: email links and OAuth redirect to its host",
  },
  {
    isMet: (settings) => settings.disable_signup !== true,
    advice: "allow new users to sign up: /auth/signup fails",
  },
  {
    isMet: (settings) => settings.external_anonymous_users_enabled !== true,
    advice: "turn off anonymous sign-ins: users need an email address",
  },
  {
    isMet: (settings) => settings.mailer_autoconfirm !== true,
    advice: "turn on Confirm email: addresses would be accepted unconfirmed",
  },
  {
    isMet: (settings) => settings.mailer_secure_email_change_enabled === true,
    advice: "turn on Secure email change: the old address has to confirm the change too",
  },
  {
    isMet: (settings) => settings.security_update_password_require_reauthentication === true,
    advice:
      "turn on Secure password change: a session older than a day could set a password through the API",
  },
  {
    isMet: (settings) => settings.security_sb_forwarded_for_enabled === true,
    advice:
      "turn on IP address forwarding (Authentication, Rate limits): all visitors would share one limit",
  },
  {
    isMet: (settings) => (settings.password_min_length ?? 0) >= MIN_PASSWORD_LENGTH,
    advice: `set the minimum password length to ${MIN_PASSWORD_LENGTH}`,
  },
  {
    isMet: (settings) => settings.password_hibp_enabled === true,
    advice:
      "turn on Prevent use of leaked passwords (Authentication, Attack protection; Pro plan): the API would accept them",
  },
  {
    isMet: (settings) => isLimited(settings.sessions_timebox, SESSION_HOURS.timebox),
    advice: `set Time-box user sessions to ${SESSION_HOURS.timebox} hours at most (Authentication, Sessions; Pro plan)`,
  },
  {
    isMet: (settings) => isLimited(settings.sessions_inactivity_timeout, SESSION_HOURS.inactivity),
    advice: `set Inactivity timeout to ${SESSION_HOURS.inactivity} hours at most (Authentication, Sessions; Pro plan): a lost device would stay signed in`,
  },
  {
    isMet: (settings) => settings.refresh_token_rotation_enabled === true,
    advice: "turn on refresh token rotation: it detects stolen tokens",
  },
  {
    isMet: (settings) => (settings.jwt_exp ?? Infinity) <= MAX_ACCESS_TOKEN_S,
    advice: `set the access token expiry to ${MAX_ACCESS_TOKEN_S} s at most: tokens outlive their session`,
  },
  {
    isMet: (settings) =>
      settings.mfa_totp_enroll_enabled === true && settings.mfa_totp_verify_enabled === true,
    advice: "enable TOTP (Authentication, Multi-Factor): the settings page offers it",
  },
  ...providerRules("Google", "external_google_enabled", "external_google_client_id"),
  ...providerRules("GitHub", "external_github_enabled", "external_github_client_id"),
  securityNoticeRule("Password changed", "mailer_notifications_password_changed_enabled"),
  securityNoticeRule("Email address changed", "mailer_notifications_email_changed_enabled"),
  securityNoticeRule("MFA method added", "mailer_notifications_mfa_factor_enrolled_enabled"),
  securityNoticeRule("MFA method removed", "mailer_notifications_mfa_factor_unenrolled_enabled"),
  {
    isMet: (settings) => Boolean(settings.smtp_host),
    advice: "set up custom SMTP: Supabase's sends two emails an hour, to team members only",
  },
];

/** Source: Management API, "Get project's SSL enforcement configuration". */
const encryptionSchema = v.object({ currentConfig: v.object({ database: v.boolean() }) });

/** Reads a project's settings from the Management API. Throws one line on failure. */
function readSettings(target: Target, kind: "config/auth" | "ssl-enforcement"): Promise<unknown> {
  const { SUPABASE_ACCESS_TOKEN: token, SUPABASE_API_BASE_URL: root = MANAGEMENT_API } = target.env;
  if (!token) throw new CheckSkipped("set SUPABASE_ACCESS_TOKEN");
  const project = readProjectRef(target);
  if (!project) {
    throw new CheckSkipped("SUPABASE_URL does not name a project; compare supabase/config.toml");
  }
  const noAccess = `SUPABASE_ACCESS_TOKEN has no access to the project ${project}`;
  return requestJson(`${root}/v1/projects/${project}/${kind}`, {
    service: "the Management API",
    token,
    advice: { 401: "SUPABASE_ACCESS_TOKEN is invalid or expired", 403: noAccess, 404: noAccess },
  });
}

/** Throws one line for each setting that differs from what the product needs. */
export async function checkAuthSettings(target: Target): Promise<string> {
  const settings = v.parse(authSettingsSchema, await readSettings(target, "config/auth"));
  const broken = RULES.filter(({ isMet }) => !isMet(settings, target.siteUrl));
  assertNoProblems(broken.map(({ advice }) => advice));
  return "match supabase/config.toml";
}

/** The product's own connections are encrypted anyway; this enforces it for all others. */
export async function checkEncryption(target: Target): Promise<string> {
  const { currentConfig } = v.parse(
    encryptionSchema,
    await readSettings(target, "ssl-enforcement"),
  );
  if (currentConfig.database) return "enforced";
  throw new Error(
    "turn on Enforce SSL (Database settings, SSL configuration): unencrypted connections are accepted",
  );
}
