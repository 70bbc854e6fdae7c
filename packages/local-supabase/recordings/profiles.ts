import path from "node:path";
import type { AuthSwitches } from "../options.ts";
import type { Recorder } from "./recorder.ts";
import { recordAccount } from "./scenarios/account.ts";
import { recordAdmin } from "./scenarios/admin.ts";
import { recordFactors } from "./scenarios/factors.ts";
import { recordLinks } from "./scenarios/links.ts";
import { recordProviders } from "./scenarios/providers.ts";
import { recordRefresh } from "./scenarios/refresh.ts";
import { recordSignIn } from "./scenarios/sign-in.ts";
import { recordSignUp } from "./scenarios/sign-up.ts";
import {
  recordCaptcha,
  recordLimits,
  recordPasswordRules,
  recordTimeouts,
} from "./scenarios/switches.ts";

/** Requests by the name of the file that keeps their answers. */
export type Scenarios = Readonly<Record<string, (recorder: Recorder) => Promise<void>>>;

/** Scenarios that one and the same server answers, and how that server is set. */
export interface Profile {
  readonly scenarios: Scenarios;
  /** Of the local server. */
  readonly switches: AuthSwitches;
  /** The same for the real one, in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Whether callers are counted by address. */
  readonly countsCallers?: boolean;
}

/** Its `supabase/config.toml` sets both servers. */
export const RECORDED_PROJECT = path.join(import.meta.dirname, "..", "testing-project");

const HOUR = 3600;

export const PROFILES: Readonly<Record<string, Profile>> = {
  usual: {
    scenarios: {
      "sign-up": recordSignUp,
      "sign-in": recordSignIn,
      refresh: recordRefresh,
      account: recordAccount,
      links: recordLinks,
      factors: recordFactors,
      admin: recordAdmin,
      providers: recordProviders,
    },
    switches: {},
    environment: {},
  },
  careful: {
    scenarios: { "password-rules": recordPasswordRules },
    switches: {
      requireCurrentPassword: true,
      securePasswordChange: true,
      requiredCharacters: ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
    },
    environment: {
      GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true",
      GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true",
      GOTRUE_PASSWORD_REQUIRED_CHARACTERS: "abcdefghijklmnopqrstuvwxyz:ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    },
  },
  guarded: {
    scenarios: { captcha: recordCaptcha },
    switches: { captchaToken: "passed" },
    environment: {
      GOTRUE_SECURITY_CAPTCHA_ENABLED: "true",
      GOTRUE_SECURITY_CAPTCHA_PROVIDER: "turnstile",
      GOTRUE_SECURITY_CAPTCHA_SECRET: "none",
    },
  },
  limited: {
    scenarios: { limits: recordLimits },
    switches: { rateLimits: true, emailsPerHour: 1 },
    environment: {
      GOTRUE_RATE_LIMIT_TOKEN_REFRESH: "150",
      GOTRUE_RATE_LIMIT_VERIFY: "30",
      GOTRUE_RATE_LIMIT_OTP: "30",
      GOTRUE_RATE_LIMIT_EMAIL_SENT: "1",
    },
    countsCallers: true,
  },
  short: {
    scenarios: { timeouts: recordTimeouts },
    switches: { sessionTimeboxSeconds: 24 * HOUR, sessionInactivitySeconds: HOUR },
    environment: { GOTRUE_SESSIONS_TIMEBOX: "24h", GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: "1h" },
  },
};
