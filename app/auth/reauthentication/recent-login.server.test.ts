import { expect, test, vi } from "vitest";
import { makeSession } from "../../../tests/support/fixtures.ts";
import { isRecentLogin } from "./recent-login.server";

test.each([
  ["just now", 0, true],
  ["15 minutes ago", 15 * 60, true],
  ["15 minutes and a second ago", 15 * 60 + 1, false],
  ["yesterday", 86_400, false],
])("a sign-in %s is recent: %s", (_, ageS, isRecent) => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
  const session = makeSession({ authenticatedAt: 1_800_000_000 - ageS });
  expect(isRecentLogin(session)).toBe(isRecent);
  vi.useRealTimers();
});
