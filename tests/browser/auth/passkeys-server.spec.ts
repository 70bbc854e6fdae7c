/** What the server accepts as a passkey, with signatures made by the test. */

import { test } from "../../support/browser/accounts.ts";
import { expect } from "../../support/browser/fixtures.ts";
import {
  addSoftwarePasskey,
  createPasskeyForm,
  readEmails,
  submitPasskey,
} from "../../support/browser/passkeys.ts";

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

for (const [what, [ceremony, message]] of Object.entries(ATTEMPTS)) {
  test(`rejects a passkey with ${what}`, async ({ page, createPerson, baseURL }) => {
    const { email } = await createPerson();
    const authenticator = await addSoftwarePasskey(email, baseURL);
    const form = await createPasskeyForm(page.request, authenticator, ceremony);
    const response = await submitPasskey(page.request, form);
    expect(response.status()).toBe(422);
    expect(await response.text()).toContain(message);
    const cookies = await page.context().cookies();
    expect(cookies.filter(({ name }) => name.startsWith("sb-"))).toEqual([]);
  });
}

test("accepts a challenge once, and only from the browser that requested it", async ({
  page,
  playwright,
  createPerson,
  baseURL,
}) => {
  const { email } = await createPerson();
  const authenticator = await addSoftwarePasskey(email, baseURL);
  const form = await createPasskeyForm(page.request, authenticator);
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

test("keeps the challenges of two tabs apart", async ({ page, createPerson, baseURL }) => {
  const { email } = await createPerson();
  const authenticator = await addSoftwarePasskey(email, baseURL);
  const first = await createPasskeyForm(page.request, authenticator);
  await createPasskeyForm(page.request, authenticator);
  expect((await submitPasskey(page.request, first)).status()).toBe(302);
});

test("accepts a counter that goes back, as Supabase Auth does", async ({
  page,
  createPerson,
  baseURL,
}) => {
  const { email } = await createPerson();
  const authenticator = await addSoftwarePasskey(email, baseURL);
  for (const counter of [9, 1]) {
    const form = await createPasskeyForm(page.request, authenticator, { counter });
    expect((await submitPasskey(page.request, form)).status()).toBe(302);
    await page.context().clearCookies();
  }
});

test("rejects whatever is not a passkey", async ({ page }) => {
  const response = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
  for (const credential of ["", "null", "{", "[]", JSON.stringify({ id: "AA", response })]) {
    const answer = await submitPasskey(page.request, { intent: "passkey", credential });
    expect(answer.status()).toBe(422);
    expect(await answer.text()).toContain("Your browser sent an incomplete passkey.");
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
  const form = await createPasskeyForm(page.request, authenticator);
  const response = await page.request.post("/auth/reauthenticate", { form });
  expect(response.status()).toBe(409);
  expect(await response.text()).toContain("That was a different account.");
  await page.goto("/settings/general");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
});

test("exports passkeys, and deletes them with the account", async ({
  page,
  person,
  sql,
  baseURL,
}) => {
  const authenticator = await addSoftwarePasskey(person.email, baseURL);
  const exported = await (await page.request.get("/account/export")).json();
  expect(exported.passkeys).toMatchObject([{ name: "Passkey", usedAt: null }]);
  const confirmation = { confirmation: person.email };
  await page.request.post("/account/delete", { form: confirmation });
  expect(await readEmails(sql, person.email)).toEqual(["account_deleted"]);
  await page.context().clearCookies();
  const form = await createPasskeyForm(page.request, authenticator);
  const response = await submitPasskey(page.request, form);
  expect(await response.text()).toContain("We don’t recognize that passkey.");
});
