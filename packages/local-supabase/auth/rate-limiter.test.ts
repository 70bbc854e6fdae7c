import { expect, it } from "vitest";
import { createRateLimiter, type RateLimiter } from "./rate-limiter.ts";

function countUntilRefused(limits: RateLimiter, name: "token" | "otp", address: string): number {
  for (let count = 0; ; count += 1) {
    try {
      limits.countRequest(name, address);
    } catch (error) {
      expect(error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
      return count;
    }
  }
}

it("allows a burst of thirty per address, then refills over time", () => {
  let time = 0;
  const limits = createRateLimiter({ rateLimits: true, emailsPerHour: Infinity }, () => time);

  expect(countUntilRefused(limits, "token", "10.0.0.1")).toBe(30);
  time += 10_000;
  expect(countUntilRefused(limits, "token", "10.0.0.1")).toBe(5);
  expect(countUntilRefused(limits, "token", "10.0.0.2")).toBe(30);
  expect(countUntilRefused(limits, "otp", "10.0.0.1")).toBe(30);
});
