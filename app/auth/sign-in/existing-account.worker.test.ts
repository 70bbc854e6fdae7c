/** A sign-up with the address of an account: its owner gets an email, and the response does not depend on it. */
import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { outgoingEmails } from "#drizzle/schema";
import { platformContext } from "~/platform/context.server";
import { createPerson, openPlatform } from "../../../tests/support/worker/fixtures";
import { signUp } from "./sign-in.server";

/** Signs up; returns whether the database was used for the response. */
async function submit(email: string): Promise<boolean> {
  const platform = openPlatform();
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  const formData = new FormData();
  formData.set("email", email);
  for (const name of ["password", "confirmPassword"]) formData.set(name, "a-brand-new-password");
  expect(await signUp({ context, formData, next: "/dashboard" })).toMatchObject({
    status: "success",
  });
  const usedDatabase = platform.database.waitedMs() !== undefined;
  await platform.close();
  return usedDatabase;
}

async function readTemplates(email: string): Promise<string[]> {
  const platform = openPlatform();
  const database = await platform.database.get();
  const rows = await database
    .select()
    .from(outgoingEmails)
    .where(eq(outgoingEmails.recipient, email));
  await platform.close();
  return rows.map(({ template }) => template);
}

test("emails the owner once a day, however the address is written", async () => {
  const platform = openPlatform();
  const { email } = await createPerson(platform);
  await platform.close();
  expect(await submit(email)).toBe(false);
  expect(await readTemplates(email)).toEqual(["account_exists"]);
  await Promise.all([submit(email), submit(email.toUpperCase())]);
  expect(await readTemplates(email)).toEqual(["account_exists"]);
});

test("writes nothing for a new or unconfirmed address", async () => {
  const email = `new-${crypto.randomUUID()}@example.com`;
  expect(await submit(email)).toBe(false);
  expect(await submit(email)).toBe(false);
  expect(await readTemplates(email)).toEqual([]);
});
