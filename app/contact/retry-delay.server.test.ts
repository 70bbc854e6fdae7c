import { describe, expect, test } from "vitest";
import { getRetryDelayMs, MAX_ATTEMPTS } from "./retry-delay.server";

const delayAfter = (attempts: number, retryAfterMs?: number) =>
  getRetryDelayMs(attempts, {
    kind: "rejected",
    error: "status 503",
    ...(retryAfterMs && { retryAfterMs }),
  });

describe("getRetryDelayMs", () => {
  test("doubles from two seconds", () => {
    expect([1, 2, 3, 4].map((attempts) => delayAfter(attempts))).toEqual([
      2_000, 4_000, 8_000, 16_000,
    ]);
  });

  test("is at most an hour", () => {
    expect(delayAfter(MAX_ATTEMPTS)).toBe(3_600_000);
    expect(delayAfter(1, 1e9)).toBe(3_600_000);
  });

  test("is at least the requested Retry-After", () => {
    expect(delayAfter(1, 30_000)).toBe(30_000);
    expect(delayAfter(6, 30_000)).toBe(64_000);
  });

  test("is at least 15 seconds after an unknown outcome", () => {
    expect(getRetryDelayMs(1, { kind: "unknown", error: "timeout" })).toBe(15_000);
  });

  test("adds up to more than eight hours", () => {
    const total = Array.from({ length: MAX_ATTEMPTS }, (_, index) => delayAfter(index + 1)).reduce(
      (sum, delay) => sum + delay,
    );
    expect(total).toBeGreaterThan(8 * 3_600_000);
  });
});
