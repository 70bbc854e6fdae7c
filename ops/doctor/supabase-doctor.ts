/** What is set at Supabase that would keep people out, or let the wrong ones in. Only reads. */
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
/** As `[auth.sessions]` of supabase/config.toml has them. */
const SESSION_HOURS = { timebox: 720, inactivity: 336 } as const;

/** The part of a project's settings that is looked at. Source: Management API, "Gets project's auth config". */
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
  /** What to do, and what happens otherwise. */
  readonly advice: string;
}

/** A mail that tells the owner of an account what has happened to it. */
function securityNoticeRule(what: string, setting: keyof AuthSettings): Rule {
  return {
    isMet: (settings) => settings[setting] === true,
    advice: `turn on the notice "${what}" (Authentication, Emails, Security): a thief would not be noticed`,
  };
}

/** `supabase config push` writes "env(NAME)" itself where the shell lacks the variable, and only warns. */
const UNRESOLVED_ENV = /^env\(/;

/** A way to sign in that the sign-in page offers. */
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
      advice: `put in the client id and secret of ${name}: "supabase config push" ran without them in the shell`,
    },
  ];
}

/** Supabase writes 0 for no limit. */
function isLimited(hours: number | null | undefined, most: number): boolean {
  return Boolean(hours) && (hours ?? Infinity) <= most;
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
    advice: "set the site URL to SITE_URL: mails and providers may lead to its host alone",
  },
  {
    isMet: (settings) => settings.disable_signup !== true,
    advice: "allow new users to sign up: /auth/signup refuses everybody",
  },
  {
    isMet: (settings) => settings.external_anonymous_users_enabled !== true,
    advice: "forbid anonymous sign-ins: the product knows no user without an address",
  },
  {
    isMet: (settings) => settings.mailer_autoconfirm !== true,
    advice: "turn on Confirm email: an address would count before its owner has seen a mail",
  },
  {
    isMet: (settings) => settings.mailer_secure_email_change_enabled === true,
    advice: "turn on Secure email change: the old address has to agree to a new one",
  },
  {
    isMet: (settings) => settings.security_update_password_require_reauthentication === true,
    advice:
      "turn on Secure password change: a session older than a day could set a password past the site",
  },
  {
    isMet: (settings) => settings.security_sb_forwarded_for_enabled === true,
    advice:
      "turn on IP address forwarding (Authentication, Rate limits): one visitor could use up everybody's limit",
  },
  {
    isMet: (settings) => (settings.password_min_length ?? 0) >= MIN_PASSWORD_LENGTH,
    advice: `set the minimum password length to ${MIN_PASSWORD_LENGTH}`,
  },
  {
    isMet: (settings) => settings.password_hibp_enabled === true,
    advice:
      "turn on Prevent use of leaked passwords (Authentication, Attack protection; Pro plan): calls past the site may set any",
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
    advice: "turn on the rotation of refresh tokens: a stolen one is noticed by it",
  },
  {
    isMet: (settings) => (settings.jwt_exp ?? Infinity) <= MAX_ACCESS_TOKEN_S,
    advice: `set the access token's time to ${MAX_ACCESS_TOKEN_S} s at most: an ended session is good as long`,
  },
  {
    isMet: (settings) =>
      settings.mfa_totp_enroll_enabled === true && settings.mfa_totp_verify_enabled === true,
    advice: "enable TOTP (Authentication, Multi-Factor): settings offers it",
  },
  ...providerRules("Google", "external_google_enabled", "external_google_client_id"),
  ...providerRules("GitHub", "external_github_enabled", "external_github_client_id"),
  securityNoticeRule("Password changed", "mailer_notifications_password_changed_enabled"),
  securityNoticeRule("Email address changed", "mailer_notifications_email_changed_enabled"),
  securityNoticeRule("MFA method added", "mailer_notifications_mfa_factor_enrolled_enabled"),
  securityNoticeRule("MFA method removed", "mailer_notifications_mfa_factor_unenrolled_enabled"),
  {
    isMet: (settings) => Boolean(settings.smtp_host),
    advice: "set SMTP of your own: Supabase's sends two mails an hour, to members of the team",
  },
];

/** Source: Management API, "Get project's SSL enforcement configuration". */
const encryptionSchema = v.object({ currentConfig: v.object({ database: v.boolean() }) });

/** The project's settings of one kind, as the Management API has them. Throws one line without an answer. */
function readSettings(target: Target, kind: "config/auth" | "ssl-enforcement"): Promise<unknown> {
  const { SUPABASE_ACCESS_TOKEN: token, SUPABASE_API_BASE_URL: root = MANAGEMENT_API } = target.env;
  if (!token) throw new CheckSkipped("set SUPABASE_ACCESS_TOKEN");
  const project = readProjectRef(target);
  if (!project) {
    throw new CheckSkipped("SUPABASE_URL does not name a project; compare supabase/config.toml");
  }
  const hidden = `SUPABASE_ACCESS_TOKEN may not see the project ${project}`;
  return requestJson(`${root}/v1/projects/${project}/${kind}`, {
    service: "the Management API",
    token,
    advice: { 401: "SUPABASE_ACCESS_TOKEN is not good (any more)", 403: hidden, 404: hidden },
  });
}

/** One line for each setting that is not as the product needs it. */
export async function checkAuthSettings(target: Target): Promise<string> {
  const settings = v.parse(authSettingsSchema, await readSettings(target, "config/auth"));
  const broken = RULES.filter(({ isMet: isKept }) => !isKept(settings, target.siteUrl));
  assertNoProblems(broken.map(({ advice }) => advice));
  return "as supabase/config.toml has it";
}

/** Our own connections are encrypted anyway; this is about all others. */
export async function checkEncryption(target: Target): Promise<string> {
  const { currentConfig } = v.parse(
    encryptionSchema,
    await readSettings(target, "ssl-enforcement"),
  );
  if (currentConfig.database) return "enforced";
  throw new Error(
    "turn on Enforce SSL (Database settings, SSL configuration): a connection in clear text is accepted",
  );
}
