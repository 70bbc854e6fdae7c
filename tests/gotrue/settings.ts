import {
  type AuthConfig,
  getRelyingParty,
  NOTIFICATION_NAMES,
  OAUTH_CLIENTS,
  parseDuration,
  type SigningKey,
  TEMPLATE_NAMES,
} from "local-supabase/internals";
import { brand } from "../../app/content/brand.ts";
import { LOCAL_KEYS } from "../../tools/shared/settings.ts";

/** The header with the client address for Supabase Auth's rate limits. */
export const ADDRESS_HEADER = "X-Caller-Address";

interface GotrueSettings {
  readonly port: number;
  /** Public URL of the gateway, without a path. */
  readonly publicUrl: string;
  readonly siteUrl: string;
  readonly databaseUrl: string;
  readonly smtpPort: number;
  /** The base URL of the email templates, e.g. `${templatesUrl}/confirmation`. */
  readonly templatesUrl: string;
  /** The URL of a GitHub with the paths of GitHub Enterprise. */
  readonly githubUrl: string;
  readonly key: SigningKey;
  readonly config: AuthConfig;
}

type Environment = Record<string, string>;

/** Supabase Auth's environment: `supabase/config.toml` plus the settings of a hosted project. */
export function gotrueEnvironment(settings: GotrueSettings): Environment {
  const { config, publicUrl, siteUrl, key } = settings;
  const relyingParty = getRelyingParty({ siteUrl, config });
  const callback = `${publicUrl}/auth/v1/callback`;
  return {
    GOTRUE_API_HOST: "127.0.0.1",
    PORT: String(settings.port),
    API_EXTERNAL_URL: `${publicUrl}/auth/v1`,
    GOTRUE_DB_DRIVER: "postgres",
    DATABASE_URL: settings.databaseUrl,
    DB_NAMESPACE: "auth",
    GOTRUE_DB_MAX_POOL_SIZE: "20",
    // Otherwise every statement opens a new connection.
    GOTRUE_DB_MAX_IDLE_POOL_SIZE: "20",
    GOTRUE_DB_CLEANUP_ENABLED: "true",
    GOTRUE_LOG_LEVEL: "warn",
    GOTRUE_SITE_URL: siteUrl,
    GOTRUE_URI_ALLOW_LIST: `${siteUrl}/**`,
    GOTRUE_DISABLE_SIGNUP: String(!config.enable_signup),
    GOTRUE_JWT_SECRET: crypto.randomUUID(),
    GOTRUE_JWT_KEYS: JSON.stringify([{ ...key.privateJwk, key_ops: ["sign"] }]),
    GOTRUE_JWT_EXP: String(config.jwt_expiry),
    GOTRUE_JWT_AUD: "authenticated",
    GOTRUE_JWT_DEFAULT_GROUP_NAME: "authenticated",
    GOTRUE_JWT_ADMIN_ROLES: "supabase_admin,service_role",
    GOTRUE_JWT_ISSUER: `${publicUrl}/auth/v1`,
    GOTRUE_PASSWORD_MIN_LENGTH: String(config.minimum_password_length),
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: String(config.enable_refresh_token_rotation),
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: String(config.refresh_token_reuse_interval),
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: String(config.enable_manual_linking),
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: String(
      config.email.secure_password_change,
    ),
    GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: "true",
    GOTRUE_MFA_MAX_ENROLLED_FACTORS: String(config.mfa.max_enrolled_factors),
    GOTRUE_PASSKEY_ENABLED: String(config.passkey.enabled),
    GOTRUE_WEBAUTHN_RP_ID: relyingParty.id,
    GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: relyingParty.name,
    GOTRUE_WEBAUTHN_RP_ORIGINS: relyingParty.origin,
    GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED: String(config.hook.custom_access_token.enabled),
    GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_URI: config.hook.custom_access_token.uri,
    ...sessionLimits(config),
    ...limits(),
    ...mails(settings),
    ...provider("GITHUB", OAUTH_CLIENTS.github, callback),
    GOTRUE_EXTERNAL_GITHUB_URL: settings.githubUrl,
    ...provider("GOOGLE", OAUTH_CLIENTS.google, callback),
    GOTRUE_EXTERNAL_EMAIL_ENABLED: "true",
    GOTRUE_EXTERNAL_PHONE_ENABLED: "false",
  };
}

/** GoTrue cannot parse a duration from an empty variable. */
function sessionLimits({ sessions }: AuthConfig): Environment {
  const { timebox, inactivity_timeout: inactivity } = sessions;
  return {
    ...(timebox ? { GOTRUE_SESSIONS_TIMEBOX: timebox } : {}),
    ...(inactivity ? { GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: inactivity } : {}),
  };
}

/** High, because all tests of a run share them. Requests without ADDRESS_HEADER are not counted. */
function limits(): Environment {
  return {
    GOTRUE_RATE_LIMIT_HEADER: ADDRESS_HEADER,
    GOTRUE_RATE_LIMIT_EMAIL_SENT: "100000",
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: "100000",
    GOTRUE_RATE_LIMIT_VERIFY: "100000",
    GOTRUE_RATE_LIMIT_OTP: "100000",
    GOTRUE_RATE_LIMIT_PASSKEY: "100000",
    GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "100000",
  };
}

const LINKED_EMAILS = ["CONFIRMATION", "INVITE", "RECOVERY", "EMAIL_CHANGE"];

function mails({ config, smtpPort, templatesUrl, publicUrl }: GotrueSettings): Environment {
  const { email } = config;
  const env: Environment = {
    GOTRUE_MAILER_AUTOCONFIRM: String(!email.enable_confirmations),
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: String(email.double_confirm_changes),
    GOTRUE_MAILER_OTP_LENGTH: String(email.otp_length),
    GOTRUE_MAILER_OTP_EXP: String(email.otp_expiry),
    GOTRUE_SMTP_HOST: "127.0.0.1",
    GOTRUE_SMTP_PORT: String(smtpPort),
    GOTRUE_SMTP_ADMIN_EMAIL: "hello@example.com",
    GOTRUE_SMTP_SENDER_NAME: brand.name,
    GOTRUE_SMTP_MAX_FREQUENCY: `${parseDuration(email.max_frequency)}s`,
  };
  for (const name of LINKED_EMAILS) {
    env[`GOTRUE_MAILER_URLPATHS_${name}`] = `${publicUrl}/auth/v1/verify`;
  }
  for (const name of TEMPLATE_NAMES) {
    const given = email.template[name];
    if (!given) continue;
    env[`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`] = `${templatesUrl}/${name}`;
    env[`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`] = given.subject;
  }
  for (const name of NOTIFICATION_NAMES) {
    const key = name.toUpperCase();
    const given = email.notification[name];
    env[`GOTRUE_MAILER_NOTIFICATIONS_${key}_ENABLED`] = String(given?.enabled ?? false);
    if (!given) continue;
    env[`GOTRUE_MAILER_TEMPLATES_${key}_NOTIFICATION`] = `${templatesUrl}/${name}`;
    env[`GOTRUE_MAILER_SUBJECTS_${key}_NOTIFICATION`] = given.subject;
  }
  return env;
}

function provider(name: string, client: { id: string; secret: string }, callback: string) {
  return {
    [`GOTRUE_EXTERNAL_${name}_ENABLED`]: "true",
    [`GOTRUE_EXTERNAL_${name}_CLIENT_ID`]: client.id,
    [`GOTRUE_EXTERNAL_${name}_SECRET`]: client.secret,
    [`GOTRUE_EXTERNAL_${name}_REDIRECT_URI`]: callback,
  };
}

/** The gateway's API keys, which the product's tests use. */
export const KEYS = {
  publishableKey: LOCAL_KEYS.supabasePublishable,
  secretKey: LOCAL_KEYS.supabaseSecret,
} as const;
