import { expect, test, vi } from "vitest";
import { openPlatform } from "../../../../tests/support/worker/fixtures";
import { sendOncePerMinute } from "./email-requests.server";

const newAddress = () => `${crypto.randomUUID()}@example.com`;

test("fifty requests at once for one address send one email of each kind", async () => {
  const platform = openPlatform();
  const send = vi.fn(async () => ({ error: null }));
  const email = newAddress();
  const request = { kind: "magic-link", email };
  await Promise.all(Array.from({ length: 50 }, () => sendOncePerMinute(platform, request, send)));
  await sendOncePerMinute(platform, { ...request, email: email.toUpperCase() }, send);
  expect(send).toHaveBeenCalledTimes(1);
  await sendOncePerMinute(platform, { ...request, kind: "password-reset" }, send);
  expect(send).toHaveBeenCalledTimes(2);
  await platform.close();
});

test("fifty changes at once of one account's address send one email", async () => {
  const platform = openPlatform();
  const send = vi.fn(async () => ({ error: null }));
  const account = crypto.randomUUID();
  const ask = () =>
    sendOncePerMinute(platform, { kind: "email-change", email: newAddress(), account }, send);
  await Promise.all(Array.from({ length: 50 }, ask));
  expect(send).toHaveBeenCalledTimes(1);
  await platform.close();
});

test("of accounts that ask for one address, each sends one a minute, and five together", async () => {
  const platform = openPlatform();
  const send = vi.fn(async () => ({ error: null }));
  const request = { kind: "email-change", email: newAddress() };
  const [stranger, owner, ...others] = Array.from({ length: 6 }, () => crypto.randomUUID());
  const ask = (account = "") => sendOncePerMinute(platform, { ...request, account }, send);
  await ask(stranger);
  expect(await ask(stranger)).toBeUndefined();
  expect(await ask(owner)).toBeDefined();
  for (const account of others) await ask(account);
  expect(send).toHaveBeenCalledTimes(5);
  await platform.close();
});

test("an email that could not be sent can be requested again at once, after the response", async () => {
  const platform = openPlatform();
  const request = { kind: "magic-link", email: newAddress() };
  const fail = async () => ({ error: new Error("outage") });
  expect(await sendOncePerMinute(platform, request, fail)).toHaveProperty(
    "error.message",
    "outage",
  );
  expect(await sendOncePerMinute(platform, request, fail)).toBeUndefined();
  await platform.close();
  const next = openPlatform();
  expect(await sendOncePerMinute(next, request, async () => ({ error: null }))).toBeDefined();
  await next.close();
});
