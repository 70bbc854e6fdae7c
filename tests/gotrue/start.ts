/**
 * Runs the built product on the real Supabase Auth until Ctrl-C. `AUTH_LIMITS=hosted` uses the rate limits of
 * hosted projects.
 */
import { runSite } from "../../local/commands/run-site.ts";
import { spawnBuiltSite } from "../../local/site/spawn-site.ts";
import { type BackendOptions, realBackend } from "./backend.ts";

/**
 * A hosted project's defaults: requests per five minutes and address, after a burst of 30; codes per minute.
 */
const HOSTED_LIMITS: BackendOptions = {
  countsCallers: true,
  overrides: {
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: "150",
    GOTRUE_RATE_LIMIT_VERIFY: "30",
    GOTRUE_RATE_LIMIT_OTP: "30",
    GOTRUE_MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "15",
    GOTRUE_RATE_LIMIT_PASSKEY: "30",
  },
};
const isHosted = process.env.AUTH_LIMITS === "hosted";

await runSite({
  port: "start",
  spawnSite: spawnBuiltSite,
  variablesFile: "/dev/null",
  startBackend: realBackend(isHosted ? HOSTED_LIMITS : {}),
});
