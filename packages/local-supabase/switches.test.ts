import { expect, it } from "vitest";
import { readAuthSwitches } from "./switches.ts";

it("limits and asks for nothing unless told to", () => {
  expect(readAuthSwitches({})).toEqual({
    rateLimits: false,
    requireCurrentPassword: false,
    auditLog: true,
    leakedPasswords: [],
  });
});

it("reads every switch", () => {
  const switches = readAuthSwitches({
    LOCAL_AUTH_RATE_LIMITS: "on",
    LOCAL_AUTH_REQUIRE_CURRENT_PASSWORD: "on",
    LOCAL_AUTH_SECURE_PASSWORD_CHANGE: "off",
    LOCAL_AUTH_AUDIT_LOG: "on",
    LOCAL_AUTH_LEAKED_PASSWORDS: "password1,letmein1",
    LOCAL_AUTH_CAPTCHA_TOKEN: "passed",
    LOCAL_AUTH_EMAILS_PER_HOUR: "2",
  });

  expect(switches).toEqual({
    rateLimits: true,
    requireCurrentPassword: true,
    securePasswordChange: false,
    auditLog: true,
    leakedPasswords: ["password1", "letmein1"],
    captchaToken: "passed",
    emailsPerHour: 2,
  });
});

it("says what a wrong value should be", () => {
  expect(() => readAuthSwitches({ LOCAL_AUTH_RATE_LIMITS: "yes" })).toThrow(
    'LOCAL_AUTH_RATE_LIMITS must be on or off, not "yes"',
  );
  expect(() => readAuthSwitches({ LOCAL_AUTH_EMAILS_PER_HOUR: "two" })).toThrow("whole number");
});
