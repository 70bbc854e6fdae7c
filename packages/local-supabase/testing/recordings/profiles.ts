import path from "node:path";
import type { AuthOverrides } from "../../config/options.ts";
import type { Recorder } from "./recorder.ts";
import { recordAccount } from "./scenarios/account.ts";
import { recordAdmin } from "./scenarios/admin.ts";
import { recordFactors } from "./scenarios/factors.ts";
import { recordLinks } from "./scenarios/links.ts";
import { recordLimits, recordPasswordRules, recordTimeouts } from "./scenarios/overrides.ts";
import { recordDisabledPasskeys, recordPasskeys } from "./scenarios/passkeys.ts";
import { recordProviders } from "./scenarios/providers.ts";
import { recordRefresh } from "./scenarios/refresh.ts";
import { recordSignIn } from "./scenarios/sign-in.ts";
import { recordSignUp } from "./scenarios/sign-up.ts";

/** Scenarios by the name of their recording. */
type Scenarios = Readonly<Record<string, (recorder: Recorder) => Promise<void>>>;

/** Scenarios that share one server configuration. */
export interface Profile {
  readonly scenarios: Scenarios;
  /** Overrides of the local server. */
  readonly overrides: AuthOverrides;
  /** The equivalent environment variables of the real server. */
  readonly environment: Readonly<Record<string, string>>;
  /** Rate limits clients by address. */
  readonly countsCallers?: boolean;
}

/** The project whose `supabase/config.toml` configures both servers. */
export const RECORDED_PROJECT = path.join(import.meta.dirname, "..", "project");

const HOUR = 3600;

export const PROFILES: Readonly<Record<string, Profile>> = {
  default: {
    scenarios: {
      "sign-up": recordSignUp,
      "sign-in": recordSignIn,
      refresh: recordRefresh,
      account: recordAccount,
      links: recordLinks,
      factors: recordFactors,
      passkeys: recordPasskeys,
      admin: recordAdmin,
      providers: recordProviders,
    },
    overrides: {},
    environment: {},
  },
  "password-rules": {
    scenarios: { "password-rules": recordPasswordRules },
    overrides: { securePasswordChange: true },
    environment: { GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" },
  },
  "rate-limits": {
    scenarios: { limits: recordLimits },
    overrides: { rateLimits: true, emailsPerHour: 1 },
    environment: {
      GOTRUE_RATE_LIMIT_TOKEN_REFRESH: "150",
      GOTRUE_RATE_LIMIT_VERIFY: "30",
      GOTRUE_RATE_LIMIT_OTP: "30",
      GOTRUE_RATE_LIMIT_EMAIL_SENT: "1",
      GOTRUE_RATE_LIMIT_PASSKEY: "30",
    },
    countsCallers: true,
  },
  "passkeys-disabled": {
    scenarios: { "passkeys-disabled": recordDisabledPasskeys },
    overrides: { passkeys: false },
    environment: { GOTRUE_PASSKEY_ENABLED: "false" },
  },
  "session-timeouts": {
    scenarios: { timeouts: recordTimeouts },
    overrides: { sessionTimeboxSeconds: 24 * HOUR, sessionInactivitySeconds: HOUR },
    environment: { GOTRUE_SESSIONS_TIMEBOX: "24h", GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: "1h" },
  },
};
