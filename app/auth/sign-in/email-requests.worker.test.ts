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
  expect(await claimEmailRequest(platform, upperCase)).toBeUndefined();
  const reset = { ...request, kind: "password-reset" };
  expect(await claimEmailRequest(platform, reset)).toBeDefined();
  const later = new Date(now.getTime() + 60_000);
  expect(await claimEmailRequest(platform, { ...request, now: later })).toBeDefined();
});

test("someone who asks again right after a failure gets the email", async () => {
  const request = { kind: "magic-link", email: `${crypto.randomUUID()}@example.com` };
  const now = new Date();
  const failed = await claimEmailRequest(platform, { ...request, now });
  await failed?.release();
  expect(await claimEmailRequest(platform, { ...request, now })).toBeDefined();
});
