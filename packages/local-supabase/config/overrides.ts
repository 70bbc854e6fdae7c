import type { AuthOverrides } from "./options.ts";

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Reads overrides from LOCAL_AUTH_… environment variables. Lists are comma-separated. Throws a one-line error for an
 * invalid value.
 */
export function readAuthOverrides(env: EnvironmentVariables = process.env): AuthOverrides {
  return {
    rateLimits: readFlag(env, "LOCAL_AUTH_RATE_LIMITS", false),
    requireCurrentPassword: readFlag(env, "LOCAL_AUTH_REQUIRE_CURRENT_PASSWORD", false),
    // Enabled by default, as on hosted: the product deletes the entries of deleted users.
    auditLog: readFlag(env, "LOCAL_AUTH_AUDIT_LOG", true),
    leakedPasswords: readList(env.LOCAL_AUTH_LEAKED_PASSWORDS),
    ...(env.LOCAL_AUTH_SECURE_PASSWORD_CHANGE === undefined
      ? {}
      : { securePasswordChange: readFlag(env, "LOCAL_AUTH_SECURE_PASSWORD_CHANGE", false) }),
    ...(env.LOCAL_AUTH_CAPTCHA_TOKEN ? { captchaToken: env.LOCAL_AUTH_CAPTCHA_TOKEN } : {}),
    ...(env.LOCAL_AUTH_EMAILS_PER_HOUR
      ? { emailsPerHour: readCount(env.LOCAL_AUTH_EMAILS_PER_HOUR) }
      : {}),
  };
}

function readFlag(env: EnvironmentVariables, name: string, fallback: boolean): boolean {
  const value = env[name];
  if (value === undefined || value === "") return fallback;
  if (value !== "on" && value !== "off")
    throw new Error(`${name} must be on or off, not "${value}"`);
  return value === "on";
}

function readList(value: string | undefined): string[] {
  return (value ?? "").split(",").filter(Boolean);
}

function readCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Error(`LOCAL_AUTH_EMAILS_PER_HOUR must be a whole number, not "${value}"`);
}
