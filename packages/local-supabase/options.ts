import { readSeconds } from "./duration.ts";
import { type AuthConfig, readAuthConfig } from "./project-config.ts";

/** Where Google and GitHub answer: the local ones of `startOAuthProviders`. */
export interface OAuthUrls {
  googleUrl: string;
  githubUrl: string;
}

/** A mail as the mailbox takes it. */
export interface OutgoingEmail {
  to: string;
  subject: string;
  html: string;
}

export interface SupabaseOptions {
  /** Port on 127.0.0.1; tokens and mailed links name it, so that 0 is no choice. */
  port: number;
  /** Connection to a Postgres, as its superuser. */
  databaseUrl: string;
  /** Folder that holds `supabase/config.toml`; without it, or without that file, settings are the defaults. */
  projectDir?: string;
  /** Runs when roles and the auth schema are there, before anybody is answered: the app's migrations. */
  migrate?: () => Promise<void>;
  /** The site users come back to, e.g. http://localhost:5173. */
  siteUrl: string;
  /** Further origins that `redirect_to` may name. */
  extraRedirectOrigins?: string[];
  /** Folder that keeps the token signing key. */
  dataDir: string;
  publishableKey: string;
  secretKey: string;
  sendEmail: (email: OutgoingEmail) => Promise<void>;
  /** Without it, social sign-in answers that the provider is not enabled. */
  oauth?: OAuthUrls;
  /** Function that may add claims to an access token, e.g. "public.add_claim"; as hosted's hook. */
  accessTokenHook?: string;
  /** Lifetime of an access token in seconds. */
  jwtExpirySeconds?: number;
  /** Pause between two mails of one kind to one user, in seconds. */
  emailCooldownSeconds?: number;
  /** How long an e-mailed link or code works, in seconds. */
  otpExpirySeconds?: number;
  /** How long a spent refresh token may still be presented, in seconds. */
  refreshReuseSeconds?: number;
  /** How long a refresh waits for another one of the same session, in seconds. Hosted: 5. */
  refreshWaitSeconds?: number;
  /** What a project may switch on beyond `supabase/config.toml`. */
  switches?: AuthSwitches;
}

/** Settings of a hosted project that are off here unless asked for. */
export interface AuthSwitches {
  /** Counts requests per caller's address, with hosted's default limits. */
  rateLimits?: boolean;
  /** Mails an hour for the whole project. */
  emailsPerHour?: number;
  /** Asks for the current password when a new one is set, except after a mailed link. */
  requireCurrentPassword?: boolean;
  /** Asks for a mailed code when a password is set in a session of more than a day. */
  securePasswordChange?: boolean;
  /** Passwords that count as leaked. */
  leakedPasswords?: readonly string[];
  /** Sets of characters of which a password needs one each. */
  requiredCharacters?: readonly string[];
  /** The captcha token that is accepted; without it none is asked for. */
  captchaToken?: string;
  /** Whether auth.audit_log_entries is written. Default: yes, as on hosted. */
  auditLog?: boolean;
  /** Seconds after which a session ends, whatever happens in it. */
  sessionTimeboxSeconds?: number;
  /** Seconds without a refresh after which a session ends. */
  sessionInactivitySeconds?: number;
}

/** The options the auth server reads, every default applied. Times in seconds. */
export interface AuthSettings {
  /** What `supabase/config.toml` says. */
  config: AuthConfig;
  /** `iss` of every token and base of every auth URL, e.g. http://127.0.0.1:54321/auth/v1. */
  issuer: string;
  siteUrl: string;
  redirectOrigins: readonly string[];
  jwtExpirySeconds: number;
  emailCooldownSeconds: number;
  otpExpirySeconds: number;
  refreshReuseSeconds: number;
  refreshWaitSeconds: number;
  securePasswordChange: boolean;
  sessionTimeboxSeconds: number | undefined;
  sessionInactivitySeconds: number | undefined;
  switches: AuthSwitches;
  oauth: OAuthUrls | undefined;
  accessTokenHook: string | undefined;
}

/** Hosted's: how long a refresh that finds its session locked tries again. */
const REFRESH_WAIT_SECONDS = 5;

/** Fills in what `supabase/config.toml` says, and hosted's defaults. */
export function readAuthSettings(options: SupabaseOptions, url: string): AuthSettings {
  const config = readAuthConfig(options.projectDir ?? ".");
  const { switches = {} } = options;
  const { timebox, inactivity_timeout: inactivity } = config.sessions;
  return {
    config,
    issuer: `${url}/auth/v1`,
    siteUrl: options.siteUrl,
    redirectOrigins: options.extraRedirectOrigins ?? [],
    jwtExpirySeconds: options.jwtExpirySeconds ?? config.jwt_expiry,
    emailCooldownSeconds: options.emailCooldownSeconds ?? readSeconds(config.email.max_frequency),
    otpExpirySeconds: options.otpExpirySeconds ?? config.email.otp_expiry,
    refreshReuseSeconds: options.refreshReuseSeconds ?? config.refresh_token_reuse_interval,
    refreshWaitSeconds: options.refreshWaitSeconds ?? REFRESH_WAIT_SECONDS,
    securePasswordChange: switches.securePasswordChange ?? config.email.secure_password_change,
    sessionTimeboxSeconds: switches.sessionTimeboxSeconds ?? optionalSeconds(timebox),
    sessionInactivitySeconds: switches.sessionInactivitySeconds ?? optionalSeconds(inactivity),
    switches,
    oauth: options.oauth,
    accessTokenHook: options.accessTokenHook,
  };
}

function optionalSeconds(duration: string | undefined): number | undefined {
  return duration === undefined ? undefined : readSeconds(duration);
}
