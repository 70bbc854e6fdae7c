/** Passkeys of accounts with two-step verification. */
import { createStaleTokens, type Tokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import {
  addSoftwarePasskey,
  createPasskeyForm,
  submitPasskey,
} from "../../support/browser/passkeys.ts";
import { addApp, currentCode } from "../../support/browser/two-step.ts";

test("a passkey replaces the password, not the code", async ({ page, createPerson, baseURL }) => {
  const { email } = await createPerson();
  const authenticator = await addSoftwarePasskey(email, baseURL);
  const { secret } = await addApp(email);
  const form = await createPasskeyForm(page.request, authenticator);
  const response = await submitPasskey(page.request, form);
  expect(response.headers().location).toBe("/auth/verify?next=%2Fdashboard");
  await openHydrated(page, "/dashboard");
  await page.getByLabel("Code", { exact: true }).fill(currentCode(secret));
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("no old token adds a passkey at the auth server itself", async ({
  createPerson,
  sql,
  baseURL,
}) => {
  const { id, email } = await createPerson();
  const old = await createStaleTokens(sql, email);
  const add = (tokens: Tokens) => addSoftwarePasskey(email, baseURL, tokens);
  await expect(add(old)).rejects.toThrow("Database error creating passkey");
  const { tokens } = await addApp(email, "Phone", old);
  await expect(add(tokens)).rejects.toThrow("Database error creating passkey");
  expect(await sql`select from auth.webauthn_credentials where user_id = ${id}`).toEqual([]);
});
