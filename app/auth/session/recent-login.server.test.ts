import { describe, expect, test } from "vitest";
import { checkRecentLogin, hasRecentLogin } from "./recent-login.server";
import type { Session } from "./request-auth.server";

const now = Date.parse("2026-01-01T12:00:00Z");
const createSession = (authenticatedAt: number): Session => ({
  userId: "u",
  email: "ann@example.com",
  sessionId: "s",
  expiresAt: now / 1000 + 3600,
  authenticatedAt,
  mfa: "none",
  providers: ["email"],
  accessToken: "t",
});

describe("a sign-in", () => {
  test.each([
    ["just now", 0, true],
    ["15 minutes ago", 15 * 60, true],
    ["15 minutes and a second ago", 15 * 60 + 1, false],
    ["yesterday", 86_400, false],
  ])("%s is recent: %s", (_, secondsAgo, recent) => {
    expect(hasRecentLogin(createSession(now / 1000 - secondsAgo), now)).toBe(recent);
  });

  test("at an unknown time is not recent, and the submitted values are returned", () => {
    expect(checkRecentLogin(createSession(0), { email: "new@example.com" })).toMatchObject({
      status: "error",
      code: "auth/requires-recent-login",
      values: { email: "new@example.com" },
    });
  });
});
