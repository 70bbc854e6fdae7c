/** What the server accepts as a passkey, with signatures made by the test. */

import { createStaleTokens, type Tokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import {
  addSoftwarePasskey,
  createPasskeyForm,
  submitPasskey,
} from "../../support/browser/passkeys.ts";
import { addApp, currentCode } from "../../support/browser/two-step.ts";

const EXPIRED = "That took too long, or was started in another browser. Please try again.";

const ATTEMPTS = {
  "no user verification": [{ isUserVerified: false }, "Your device didn’t check"],
  "another key": [{ forged: true }, "We don’t recognize that passkey."],
  "another site": [{ origin: "https://evil.example" }, "We don’t recognize that passkey."],
  "another user's id": [
    { userHandle: Buffer.from(crypto.randomUUID()).toString("base64url") },
    "We don’t recognize that passkey.",
  ],
  "a challenge that was never issued": [{ challenge: "aGVsbG8" }, EXPIRED],
} as const;

test("rejects a passkey of another key, site, user, challenge, or without user verification", async ({
  page,
  createPerson,
  baseURL,
}) => {
  const { email } = await createPerson();
  const authenticator = await addSoftwarePasskey(email, baseURL);
  for (const [what, [ceremony, message]] of Object.entries(ATTEMPTS)) {
    const form = await createPasskeyForm(page.request, authenticator, ceremony);
    const response = await submitPasskey(page.request, form);
    expect(response.status(), what).toBe(422);
    expect(await response.text(), what).toContain(message);
    const cookies = await page.context().cookies();
    expect(
      cookies.filter(({ name }) => name.startsWith("sb-")),
      what,
    ).toEqual([]);
  }
});

test("accepts a challenge once, in any of the browser's tabs, and only from that browser", async ({
  page,
  playwright,
  createPerson,
  baseURL,
}) => {
  const { email } = await createPerson();
  const authenticator = await addSoftwarePasskey(email, baseURL);
  const form = await createPasskeyForm(page.request, authenticator);
  // Another tab's.
  await createPasskeyForm(page.request, authenticator);
  const stranger = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  expect((await submitPasskey(stranger, form)).status()).toBe(422);
  const cookies = await page.context().cookies();
  expect((await submitPasskey(page.request, form)).status()).toBe(302);
  // A thief has the cookie too.
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  const replayed = await submitPasskey(page.request, form);
  expect(replayed.status()).toBe(422);
  expect(await replayed.text()).toContain(EXPIRED);
  await stranger.dispose();
});

test("rejects whatever is not a passkey", async ({ page }) => {
  const response = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
  for (const credential of ["", "null", "{", "[]", JSON.stringify({ id: "AA", response })]) {
    const answer = await submitPasskey(page.request, { intent: "passkey", credential });
    expect(answer.status(), credential).toBe(422);
    expect(await answer.text(), credential).toContain("We didn’t get a complete passkey.");
  }
  expect((await page.request.get("/auth/passkey")).status()).toBe(405);
});

test("keeps the session when the passkey of another account signs in again", async ({
  page,
  person,
  createPerson,
  baseURL,
}) => {
  const other = await createPerson();
  const authenticator = await addSoftwarePasskey(other.email, baseURL);
  const form = { account: person.id, ...(await createPasskeyForm(page.request, authenticator)) };
  const response = await page.request.post("/auth/reauthenticate", { form });
  expect(response.status()).toBe(409);
  expect(await response.text()).toContain("That was a different account.");
  await page.goto("/settings/general");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
});

test("exports passkeys, and deletes them with the account", async ({ page, person, baseURL }) => {
  const authenticator = await addSoftwarePasskey(person.email, baseURL);
  const exported = await (await page.request.get("/account/export")).json();
  expect(exported.passkeys).toMatchObject([{ name: "Passkey", usedAt: null }]);
  const confirmation = { account: person.id, confirmation: person.email };
  await page.request.post("/account/delete", { form: confirmation });
  expect(await person.readEmails()).toEqual(["account_deleted"]);
  await page.context().clearCookies();
  const form = await createPasskeyForm(page.request, authenticator);
  const response = await submitPasskey(page.request, form);
  expect(await response.text()).toContain("We don’t recognize that passkey.");
});

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

test("no old token adds a passkey at Supabase Auth itself", async ({
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
