import { expect, it } from "vitest";
import { readAuthOverrides } from "./overrides.ts";

it("disables optional checks by default", () => {
  expect(readAuthOverrides({})).toEqual({
    rateLimits: false,
    requireCurrentPassword: false,
    auditLog: true,
    leakedPasswords: [],
  });
});

it("reads all variables", () => {
  const overrides = readAuthOverrides({
    LOCAL_AUTH_RATE_LIMITS: "on",
    LOCAL_AUTH_REQUIRE_CURRENT_PASSWORD: "on",
    LOCAL_AUTH_SECURE_PASSWORD_CHANGE: "off",
    LOCAL_AUTH_AUDIT_LOG: "on",
    LOCAL_AUTH_LEAKED_PASSWORDS: "password1,letmein1",
    LOCAL_AUTH_CAPTCHA_TOKEN: "passed",
    LOCAL_AUTH_EMAILS_PER_HOUR: "2",
  });

  expect(overrides).toEqual({
    rateLimits: true,
    requireCurrentPassword: true,
    securePasswordChange: false,
    auditLog: true,
    leakedPasswords: ["password1", "letmein1"],
    captchaToken: "passed",
    emailsPerHour: 2,
  });
});

it("names the allowed values for an invalid value", () => {
  expect(() => readAuthOverrides({ LOCAL_AUTH_RATE_LIMITS: "yes" })).toThrow(
    'LOCAL_AUTH_RATE_LIMITS must be on or off, not "yes"',
  );
  expect(() => readAuthOverrides({ LOCAL_AUTH_EMAILS_PER_HOUR: "two" })).toThrow("whole number");
});
