import { describe, expect, test } from "vitest";
import { getRetryDelayMs, MAX_ATTEMPTS } from "./retry-delay.server";

const waitAfter = (attempts: number) => getRetryDelayMs({ attempts, outcomeUnknown: false });

describe("the wait before the next attempt", () => {
  test("doubles from two seconds", () => {
    expect([1, 2, 3, 4].map(waitAfter)).toEqual([2_000, 4_000, 8_000, 16_000]);
  });

  test("is never more than an hour", () => {
    expect(waitAfter(MAX_ATTEMPTS)).toBe(3_600_000);
    expect(getRetryDelayMs({ attempts: 1, outcomeUnknown: false, retryAfterMs: 1e9 })).toBe(
      3_600_000,
    );
  });

  test("is as long as the spreadsheet asks for", () => {
    expect(getRetryDelayMs({ attempts: 1, outcomeUnknown: false, retryAfterMs: 30_000 })).toBe(
      30_000,
    );
    expect(getRetryDelayMs({ attempts: 6, outcomeUnknown: false, retryAfterMs: 30_000 })).toBe(
      64_000,
    );
  });

  test("gives an unanswered attempt time to finish", () => {
    expect(getRetryDelayMs({ attempts: 1, outcomeUnknown: true })).toBe(15_000);
  });

  test("keeps trying for more than eight hours in all", () => {
    const total = Array.from({ length: MAX_ATTEMPTS }, (_, index) => waitAfter(index + 1)).reduce(
      (sum, wait) => sum + wait,
    );
    expect(total).toBeGreaterThan(8 * 3_600_000);
  });
});
