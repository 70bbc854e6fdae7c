import * as v from "valibot";
import { parseDuration } from "./duration.ts";
import { type AuthConfig, readAuthConfig } from "./project.ts";

/** Base URLs of the providers that `startOAuthProviders` starts. */
interface OAuthUrls {
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
  /**
   * Folder with `supabase/config.toml`. Default: the working directory; without the file, hosted defaults.
   */
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
  /** Replaces settings of `supabase/config.toml`. */
  overrides?: AuthOverrides;
}

const overridesSchema = v.partial(
  v.strictObject({
    /** Lifetime of an access token in seconds. */
    jwtExpirySeconds: v.number(),
    /** Minimum interval between emails of one kind to one user, in seconds. */
    emailCooldownSeconds: v.number(),
    /** Lifetime of an emailed link or code, in seconds. */
    otpExpirySeconds: v.number(),
    /** Reuse interval of a rotated refresh token, in seconds. */
    refreshReuseSeconds: v.number(),
    /**
     * How long a refresh waits for a concurrent one of the same session, in seconds. Default: 5, as on
     * hosted.
     */
    refreshLockTimeoutSeconds: v.number(),
    /** Maximum session lifetime, in seconds. */
    sessionTimeboxSeconds: v.number(),
    /** Ends sessions without a refresh for this long, in seconds. */
    sessionInactivitySeconds: v.number(),
    /** Requires an emailed code to set a password in a session older than a day. */
    securePasswordChange: v.boolean(),
    passkeys: v.boolean(),
    /** Passwords treated as leaked. Default: none. */
    leakedPasswords: v.array(v.string()),
    /** Limits requests per client address, with hosted defaults. Default: false. */
    rateLimits: v.boolean(),
    /** Limit of emails per hour for the project. Default: none. */
    emailsPerHour: v.number(),
  }),
);

export type AuthOverrides = v.InferOutput<typeof overridesSchema>;

/** The resolved settings of the auth server, with defaults applied. */
export interface AuthSettings extends Required<AuthOverrides> {
  /** The settings of `supabase/config.toml`. */
  config: AuthConfig;
  /** The `iss` claim and base of auth URLs, e.g. http://127.0.0.1:54321/auth/v1. */
  issuer: string;
  siteUrl: string;
  redirectOrigins: readonly string[];
  oauth: OAuthUrls | undefined;
  accessTokenHook: string | undefined;
}

/** Reads overrides from LOCAL_AUTH_OVERRIDES, a JSON object. Throws a one-line error for an invalid value. */
export function readAuthOverrides(
  env: Readonly<Record<string, string | undefined>> = process.env,
): AuthOverrides {
  try {
    return v.parse(overridesSchema, JSON.parse(env.LOCAL_AUTH_OVERRIDES || "{}"));
  } catch (error) {
    throw new Error(`LOCAL_AUTH_OVERRIDES is invalid: ${error instanceof Error && error.message}`);
  }
}

/** Merges options, `supabase/config.toml`, and hosted defaults. */
export function resolveAuthSettings(options: SupabaseOptions, url: string): AuthSettings {
  const config = readAuthConfig(options.projectDir ?? ".");
  const { timebox, inactivity_timeout: inactivity } = config.sessions;
  return {
    config,
    issuer: `${url}/auth/v1`,
    siteUrl: options.siteUrl,
    redirectOrigins: options.extraRedirectOrigins ?? [],
    oauth: options.oauth,
    accessTokenHook: options.accessTokenHook,
    jwtExpirySeconds: config.jwt_expiry,
    emailCooldownSeconds: parseDuration(config.email.max_frequency),
    otpExpirySeconds: config.email.otp_expiry,
    refreshReuseSeconds: config.refresh_token_reuse_interval,
    refreshLockTimeoutSeconds: 5,
    sessionTimeboxSeconds: timebox ? parseDuration(timebox) : Number.POSITIVE_INFINITY,
    sessionInactivitySeconds: inactivity ? parseDuration(inactivity) : Number.POSITIVE_INFINITY,
    securePasswordChange: config.email.secure_password_change,
    passkeys: config.passkey.enabled,
    leakedPasswords: [],
    rateLimits: false,
    emailsPerHour: Number.POSITIVE_INFINITY,
    ...options.overrides,
  };
}
