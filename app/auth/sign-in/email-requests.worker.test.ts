import { expect, test } from "vitest";
import { openPlatform } from "../../../tests/support/worker/fixtures";
import { claimEmailRequest } from "./email-requests.server";

const platform = openPlatform();

test("fifty requests at once for one address send one email, and the next minute another", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const now = new Date();
  const request = { kind: "magic-link", email, now };
  const claims = await Promise.all(
    Array.from({ length: 50 }, () => claimEmailRequest(platform, request)),
  );
  expect(claims.filter(Boolean)).toHaveLength(1);
  const upperCase = { ...request, email: email.toUpperCase() };
  expect(await claimEmailRequest(platform, upperCase)).toBe(false);
  expect(await claimEmailRequest(platform, { ...request, kind: "password-reset" })).toBe(true);
  const later = new Date(now.getTime() + 60_000);
  expect(await claimEmailRequest(platform, { ...request, now: later })).toBe(true);
});
