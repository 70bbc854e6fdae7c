import type { AuthSettings } from "../config/options.ts";
import type { Sql } from "../database.ts";
import type { SigningKey } from "../signing-key.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** The auth server's dependencies. */
export interface AuthContext {
  readonly sql: Sql;
  readonly settings: AuthSettings;
  readonly key: SigningKey;
  readonly mailer: Mailer;
  readonly rateLimiter: RateLimiter;
}
