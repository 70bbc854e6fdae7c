import { expect, it } from "vitest";
import { createLimits, type Limits } from "./limits.ts";

function countUntilRefused(limits: Limits, name: "token" | "otp", address: string): number {
  for (let count = 0; ; count += 1) {
    try {
      limits.countRequest(name, address);
    } catch (error) {
      expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
      return count;
    }
  }
}

it("takes thirty at once from an address, and then as many as come back in time", () => {
  let time = 0;
  const limits = createLimits({ switches: { rateLimits: true } }, () => time);

  expect(countUntilRefused(limits, "token", "10.0.0.1")).toBe(30);
  time += 10_000;
  expect(countUntilRefused(limits, "token", "10.0.0.1")).toBe(5);
  expect(countUntilRefused(limits, "token", "10.0.0.2")).toBe(30);
  expect(countUntilRefused(limits, "otp", "10.0.0.1")).toBe(30);
});

it("counts nothing unless it is switched on", () => {
  const limits = createLimits({ switches: {} });

  for (let count = 0; count < 1000; count += 1) {
    limits.countRequest("otp", "10.0.0.1");
    limits.countEmail();
  }
});

it("sends as many mails as the project may send", () => {
  const limits = createLimits({ switches: { emailsPerHour: 2 } }, () => 0);

  limits.countEmail();
  limits.countEmail();

  expect(() => limits.countEmail()).toThrow("email rate limit exceeded");
});
