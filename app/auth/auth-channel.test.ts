import { expect, test } from "vitest";
import { sessionEvent } from "./auth-channel";

const page = { path: "/dashboard", next: null };

test.each([
  ["SIGNED_IN", { before: "", now: "a", ...page }],
  ["SIGNED_IN", { before: null, now: "a", ...page }],
  ["SIGNED_IN", { before: "b", now: "a", ...page }],
  ["SIGNED_IN", { before: "", now: "a/due", path: "/auth/verify", next: "/dashboard" }],
  ["SIGNED_OUT", { before: "a", now: "", ...page }],
  ["SIGNED_OUT", { before: "a", now: "", path: "/auth/changepass", next: null }],
  ["MFA_CHALLENGE_VERIFIED", { before: "a/due", now: "a", ...page }],
  ["MFA_CHALLENGE_VERIFIED", { before: "a/due", now: "a", path: "/auth/changepass", next: null }],
  ["PASSWORD_RECOVERY", { before: "", now: "a", path: "/auth/changepass", next: null }],
  [
    "PASSWORD_RECOVERY",
    { before: "", now: "a/due", path: "/auth/verify", next: "/auth/changepass" },
  ],
  ["SIGNED_IN", { before: "b/due", now: "a", ...page }],
] as const)("%s is what other tabs learn of %j", (event, change) => {
  expect(sessionEvent(change)).toBe(event);
});
