import type { Sql } from "../database.ts";
import type { AuthSettings } from "../options.ts";
import type { SigningKey } from "../signing-key.ts";
import type { Limits } from "./limits.ts";
import type { Mailer } from "./mailer.ts";

/** What every part of the auth server works with. */
export interface AuthContext {
  readonly sql: Sql;
  readonly settings: AuthSettings;
  readonly key: SigningKey;
  readonly mailer: Mailer;
  readonly limits: Limits;
}
