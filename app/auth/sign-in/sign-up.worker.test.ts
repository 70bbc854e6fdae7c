/** Repeated sign-ups, and those with the address of an account, whose owner gets an email. */
import { eq, sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { outgoingEmails, quotas } from "#drizzle/schema";
import { platformContext } from "~/platform/context.server";
import { makeForm } from "../../../tests/support/fixtures";
import { createPerson, openPlatform } from "../../../tests/support/worker/fixtures";
import { signUp } from "./sign-in.server";

const platform = openPlatform();

function submitTo(request: ReturnType<typeof openPlatform>, email: string) {
  const context = new RouterContextProvider();
  context.set(platformContext, request);
  const password = "a-brand-new-password";
  const formData = makeForm({ email, password, confirmPassword: password });
  return signUp({ context, formData, next: "/dashboard" });
}

/**
 * Signs up a minute after the last time. Nothing is written before the response, as `Server-Timing` would
 * show it.
 */
async function submit(email: string): Promise<void> {
  const request = openPlatform();
  const database = await platform.database.get();
  const quota = sql`'email:' || encode(sha256(${`new-account:${email.toLowerCase()}`}::bytea), 'hex')`;
  await database.delete(quotas).where(eq(quotas.key, quota));
  const before = await readTemplates(email);
  expect(await submitTo(request, email)).toMatchObject({ status: "success" });
  expect(await readTemplates(email)).toEqual(before);
  await request.close();
}

async function readTemplates(email: string): Promise<string[]> {
  const database = await platform.database.get();
  const isRecipient = eq(outgoingEmails.recipient, email.toLowerCase());
  const rows = await database.select().from(outgoingEmails).where(isRecipient);
  return rows.map(({ template }) => template);
}

test("emails the owner once a day, however the address is written", async () => {
  const { email } = await createPerson(platform);
  await submit(email);
  expect(await readTemplates(email)).toEqual(["account_exists"]);
  await submit(email.toUpperCase());
  expect(await readTemplates(email)).toEqual(["account_exists"]);
});

test("writes nothing for a new or unconfirmed address", async () => {
  const email = `new-${crypto.randomUUID()}@example.com`;
  await submit(email);
  await submit(email);
  expect(await readTemplates(email)).toEqual([]);
});

test("of several in a minute with an address, one sends an email", async () => {
  const email = `new-${crypto.randomUUID()}@example.com`;
  const fetched = vi.spyOn(globalThis, "fetch");
  const results = await Promise.all([1, 2, 3].map(() => submitTo(platform, email)));
  expect(results.map(({ status }) => status)).toEqual(["success", "success", "success"]);
  const calls = fetched.mock.calls.filter(([url]) => String(url).includes("/signup"));
  expect(calls).toHaveLength(1);
  fetched.mockRestore();
});
