/** Where the local Google and GitHub answer. */
export interface OAuthUrls {
  googleUrl: string;
  githubUrl: string;
}

/** A mail as the local mailbox takes it. */
export interface OutgoingEmail {
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface SupabaseOptions {
  /** Public port; 54321 plus the port offset. */
  port: number;
  /** Superuser connection to the local Postgres. */
  databaseUrl: string;
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
  /** Lifetime of an access token in seconds. Hosted default: 3600. */
  jwtExpirySeconds?: number;
  /** Pause between two mails of one kind to one user, in seconds. Hosted default: 60. */
  emailCooldownSeconds?: number;
  /** How long an e-mailed link or code works, in seconds. Hosted default: 3600. */
  otpExpirySeconds?: number;
  /** How long a spent refresh token may still be presented, in seconds. Hosted default: 10. */
  refreshReuseSeconds?: number;
}

/** The options the auth server reads, every default applied. Times in seconds. */
export interface AuthSettings {
  /** `iss` of every token and base of every auth URL, e.g. http://127.0.0.1:54321/auth/v1. */
  issuer: string;
  siteUrl: string;
  redirectOrigins: readonly string[];
  jwtExpirySeconds: number;
  emailCooldownSeconds: number;
  otpExpirySeconds: number;
  refreshReuseSeconds: number;
  minimumPasswordLength: number;
  oauth: OAuthUrls | undefined;
  accessTokenHook: string | undefined;
}

/** Fills in hosted's defaults, and the password length of `supabase/config.toml`. */
export function readAuthSettings(options: SupabaseOptions, url: string): AuthSettings {
  return {
    issuer: `${url}/auth/v1`,
    siteUrl: options.siteUrl,
    redirectOrigins: options.extraRedirectOrigins ?? [],
    jwtExpirySeconds: options.jwtExpirySeconds ?? 3600,
    emailCooldownSeconds: options.emailCooldownSeconds ?? 60,
    otpExpirySeconds: options.otpExpirySeconds ?? 3600,
    refreshReuseSeconds: options.refreshReuseSeconds ?? 10,
    minimumPasswordLength: 8,
    oauth: options.oauth,
    accessTokenHook: options.accessTokenHook,
  };
}
