import { parseDuration } from "./duration.ts";
import { type AuthConfig, readAuthConfig } from "./project.ts";

/** Base URLs of the providers that `startOAuthProviders` starts. */
export interface OAuthUrls {
  googleUrl: string;
  githubUrl: string;
}

export interface OutgoingEmail {
  to: string;
  subject: string;
  html: string;
}

export interface SupabaseOptions {
  /** Port on 127.0.0.1. Not 0: tokens and emailed links contain it. */
  port: number;
  /** Postgres superuser connection. */
  databaseUrl: string;
  /** Folder with `supabase/config.toml`. Default: the working directory; without the file, hosted defaults. */
  projectDir?: string;
  /** Runs the app's migrations, after roles and the auth schema exist and before requests are served. */
  migrate?: () => Promise<void>;
  /** The site that links redirect to, e.g. http://localhost:5173. */
  siteUrl: string;
  /** Additional origins allowed in `redirect_to`. */
  extraRedirectOrigins?: string[];
  /** Folder for the signing key. */
  dataDir: string;
  publishableKey: string;
  secretKey: string;
  sendEmail: (email: OutgoingEmail) => Promise<void>;
  /** Enables social sign-in. */
  oauth?: OAuthUrls;
  /** Postgres function for the custom access token hook, e.g. "public.add_claim". */
  accessTokenHook?: string;
  /** Lifetime of an access token in seconds. */
  jwtExpirySeconds?: number;
  /** Minimum interval between emails of one kind to one user, in seconds. */
  emailCooldownSeconds?: number;
  /** Lifetime of an emailed link or code, in seconds. */
  otpExpirySeconds?: number;
  /** Reuse interval of a rotated refresh token, in seconds. */
  refreshReuseSeconds?: number;
  /** How long a refresh waits for a concurrent one of the same session, in seconds. Default: 5, as on hosted. */
  refreshLockTimeoutSeconds?: number;
  /** Project settings beyond `supabase/config.toml`. */
  overrides?: AuthOverrides;
}

/** Settings of a hosted project that are disabled by default, except the audit log. */
export interface AuthOverrides {
  /** Limits requests per client address, with hosted defaults. */
  rateLimits?: boolean;
  /** Limit of emails per hour for the project. */
  emailsPerHour?: number;
  /** Requires the current password to set a new one, except after an emailed link. */
  requireCurrentPassword?: boolean;
  /** Requires an emailed code to set a password in a session older than a day. */
  securePasswordChange?: boolean;
  /** Replaces `[auth.passkey] enabled`. */
  passkeys?: boolean;
  /** Passwords treated as leaked. */
  leakedPasswords?: readonly string[];
  /** Character sets; a password needs one of each. */
  requiredCharacters?: readonly string[];
  /** The accepted captcha token. Default: no captcha. */
  captchaToken?: string;
  /** Writes auth.audit_log_entries. Default: true, as on hosted. */
  auditLog?: boolean;
  /** Maximum session lifetime, in seconds. */
  sessionTimeboxSeconds?: number;
  /** Ends sessions without a refresh for this long, in seconds. */
  sessionInactivitySeconds?: number;
}

/** The resolved settings of the auth server, with defaults applied. Times are in seconds. */
export interface AuthSettings {
  /** From `supabase/config.toml`. */
  config: AuthConfig;
  /** The `iss` claim and base of auth URLs, e.g. http://127.0.0.1:54321/auth/v1. */
  issuer: string;
  siteUrl: string;
  redirectOrigins: readonly string[];
  jwtExpirySeconds: number;
  emailCooldownSeconds: number;
  otpExpirySeconds: number;
  refreshReuseSeconds: number;
  refreshLockTimeoutSeconds: number;
  securePasswordChange: boolean;
  passkeysEnabled: boolean;
  sessionTimeboxSeconds: number | undefined;
  sessionInactivitySeconds: number | undefined;
  overrides: AuthOverrides;
  oauth: OAuthUrls | undefined;
  accessTokenHook: string | undefined;
}

const DEFAULT_LOCK_TIMEOUT_SECONDS = 5;

/** Merges options, `supabase/config.toml`, and hosted defaults. */
export function resolveAuthSettings(options: SupabaseOptions, url: string): AuthSettings {
  const config = readAuthConfig(options.projectDir ?? ".");
  const { overrides = {} } = options;
  const { timebox, inactivity_timeout: inactivity } = config.sessions;
  return {
    config,
    issuer: `${url}/auth/v1`,
    siteUrl: options.siteUrl,
    redirectOrigins: options.extraRedirectOrigins ?? [],
    jwtExpirySeconds: options.jwtExpirySeconds ?? config.jwt_expiry,
    emailCooldownSeconds: options.emailCooldownSeconds ?? parseDuration(config.email.max_frequency),
    otpExpirySeconds: options.otpExpirySeconds ?? config.email.otp_expiry,
    refreshReuseSeconds: options.refreshReuseSeconds ?? config.refresh_token_reuse_interval,
    refreshLockTimeoutSeconds: options.refreshLockTimeoutSeconds ?? DEFAULT_LOCK_TIMEOUT_SECONDS,
    securePasswordChange: overrides.securePasswordChange ?? config.email.secure_password_change,
    passkeysEnabled: overrides.passkeys ?? config.passkey.enabled,
    sessionTimeboxSeconds: overrides.sessionTimeboxSeconds ?? optionalSeconds(timebox),
    sessionInactivitySeconds: overrides.sessionInactivitySeconds ?? optionalSeconds(inactivity),
    overrides,
    oauth: options.oauth,
    accessTokenHook: options.accessTokenHook,
  };
}

function optionalSeconds(duration: string | undefined): number | undefined {
  return duration === undefined ? undefined : parseDuration(duration);
}
