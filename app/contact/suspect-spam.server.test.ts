import { expect, test } from "vitest";
import { isLikelySpam } from "./suspect-spam.server";

const now = 1_800_000_000_000;

test("a form that was filled in by a person is not suspect", () => {
  expect(isLikelySpam({ website: "", startedAt: now - 2_000 }, now)).toBe(false);
});

test("a form whose hidden field is filled in is suspect", () => {
  expect(isLikelySpam({ website: "https://spam.example", startedAt: now - 60_000 }, now)).toBe(
    true,
  );
});

test("a form that comes back at once is suspect", () => {
  expect(isLikelySpam({ website: "", startedAt: now - 1_999 }, now)).toBe(true);
});

test("a form without the time it was made at is suspect", () => {
  for (const startedAt of [0, -1]) {
    expect(isLikelySpam({ website: "", startedAt }, now)).toBe(true);
  }
});

test("a form that was made in the future is suspect", () => {
  expect(isLikelySpam({ website: "", startedAt: now + 60_000 }, now)).toBe(true);
});
