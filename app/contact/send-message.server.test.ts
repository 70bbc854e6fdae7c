import { expect, test } from "vitest";
import { isLikelySpam } from "./send-message.server";

const now = 1_800_000_000_000;

test("a form filled in by a person is not likely spam", () => {
  expect(isLikelySpam({ website: "", startedAt: now - 2_000 }, now)).toBe(false);
});

test("a filled-in honeypot is likely spam", () => {
  expect(isLikelySpam({ website: "https://spam.example", startedAt: now - 60_000 }, now)).toBe(
    true,
  );
});

test("a form submitted within two seconds is likely spam", () => {
  expect(isLikelySpam({ website: "", startedAt: now - 1_999 }, now)).toBe(true);
});

test("a form without its render time is likely spam", () => {
  for (const startedAt of [0, -1]) {
    expect(isLikelySpam({ website: "", startedAt }, now)).toBe(true);
  }
});

test("a form rendered in the future is likely spam", () => {
  expect(isLikelySpam({ website: "", startedAt: now + 60_000 }, now)).toBe(true);
});
