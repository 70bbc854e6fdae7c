import { describe, expect, test } from "vitest";
import { makeSession } from "../../../tests/support/fixtures.ts";
import { checkRecentLogin, hasRecentLogin } from "./recent-login.server";

const now = Date.parse("2026-01-01T12:00:00Z");

describe("a sign-in", () => {
  test.each([
    ["just now", 0, true],
    ["15 minutes ago", 15 * 60, true],
    ["15 minutes and a second ago", 15 * 60 + 1, false],
    ["yesterday", 86_400, false],
  ])("%s is recent: %s", (_, secondsAgo, recent) => {
    const session = makeSession({ authenticatedAt: now / 1000 - secondsAgo });
    expect(hasRecentLogin(session, now)).toBe(recent);
  });

  test("at an unknown time is not recent, and the submitted values are returned", () => {
    const values = { email: "new@example.com" };
    expect(checkRecentLogin(makeSession({ authenticatedAt: 0 }), values)).toMatchObject({
      status: "error",
      code: "auth/requires-recent-login",
      values,
    });
  });
});
