/** Passkeys: adding, naming and removing them, and signing in with one. */
import type { Locator, Page, Route } from "@playwright/test";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { createStaleTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import {
  addSoftwarePasskey,
  addVirtualAuthenticator,
  type VirtualAuthenticator,
} from "../../support/browser/passkeys.ts";

const PASSKEYS = "/settings/passkeys";
const CANCELED = "Canceled or timed out. You can try again.";

const passkeyButton = (page: Page) => page.getByRole("button", { name: "Continue with a passkey" });
const done = (page: Page, hasText: string) => page.getByRole("status").filter({ hasText });
const passkeys = (page: Page) => page.locator("main li").filter({ hasText: "Added on" });

async function addPasskey(page: Page): Promise<void> {
  await openHydrated(page, PASSKEYS);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Your passkey has been added.")).toBeVisible();
  // Its second form aborts the revalidation of the first.
  await expect(page.getByText("it may be out of date")).toHaveCount(0);
}

/** With a passkey on this device, the page's user is signed out. */
async function addPasskeyAndSignOut(page: Page): Promise<VirtualAuthenticator> {
  const authenticator = await addVirtualAuthenticator(page);
  await addPasskey(page);
  await page.context().clearCookies();
  return authenticator;
}

/** As in a browser that offers no passkeys in autofill. */
async function turnOffAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}

/** Returns a function that reads what the page has asked the browser for: "conditional" is autofill. */
async function recordCeremonies(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const ceremonies: string[] = [];
    Object.assign(window, { ceremonies });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      ceremonies.push(options?.mediation ?? "button");
      options?.signal?.addEventListener("abort", () => ceremonies.push("aborted"));
      return get(options);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "ceremonies"));
}

test.describe("in the settings", () => {
  test("are added, renamed and removed, which the owner is told; or the page says why not", async ({
    page,
    person,
    sql,
  }) => {
    const phone = await addVirtualAuthenticator(page);
    await openHydrated(page, "/settings/password");
    await page.getByRole("link", { name: "Passkeys" }).click();
    await expect(page.getByText("You don’t have any passkeys yet.")).toBeVisible();
    await phone.verifyUser(false);
    const add = page.getByRole("button", { name: "Add a passkey" });
    await add.click();
    await expect(done(page, "No passkey was added.")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await phone.verifyUser(true);
    await addPasskey(page);
    await expect(passkeys(page)).toHaveCount(1);
    await add.click();
    await expect(page.getByRole("alert")).toHaveText(
      "This device already has a passkey for your account.",
    );
    expect(await person.readEmails()).toEqual(["passkey_added"]);

    await phone.respond(false);
    await addVirtualAuthenticator(page, "usb");
    await addPasskey(page);
    await expect(passkeys(page)).toHaveCount(2);
    await expectAccessible(page);

    const first = passkeys(page).first();
    await first.getByText("Rename").click();
    await first.getByLabel("Name").fill(" ");
    await first.getByRole("button", { name: "Save" }).click();
    await expect(first.getByText("Please enter a name")).toBeVisible();
    await first.getByLabel("Name").fill("Phone");
    await first.getByRole("button", { name: "Save" }).click();
    await expect(done(page, "Your passkey has been renamed.")).toBeFocused();
    await expect(first.getByLabel("Name")).toBeHidden();

    await page.getByRole("button", { name: "Remove Phone" }).click();
    await expect(done(page, "The passkey has been removed")).toBeFocused();
    await expect(passkeys(page)).toHaveCount(1);
    const told = ["passkey_added", "passkey_added", "passkey_removed"];
    expect(await person.readEmails()).toEqual(told);

    // Removed elsewhere.
    await sql`delete from auth.webauthn_credentials where user_id = ${person.id}`;
    await first.getByText("Rename").click();
    await first.getByLabel("Name").fill("Phone");
    await first.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toHaveText("That passkey was already removed.");
  });

  test("ask for a recent sign-in, which a passkey is, and then continue", async ({
    page,
    createPerson,
    sql,
  }) => {
    const { email } = await createPerson();
    await addVirtualAuthenticator(page);
    await signInWithTokens(page.context(), email);
    await addPasskey(page);
    await signInWithTokens(page.context(), email, await createStaleTokens(sql, email));
    await openHydrated(page, PASSKEYS);
    await page.getByRole("button", { name: /^Remove/ }).click();
    await passkeyButton(page).click();
    await expect(done(page, "The passkey has been removed")).toBeFocused();

    await signInWithTokens(page.context(), email, await createStaleTokens(sql, email));
    await openHydrated(page, PASSKEYS);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.locator("[autocomplete=username]")).toHaveValue(email);
    await dialog.getByLabel("Password").fill("correct-horse-1");
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Your passkey has been added.")).toBeVisible();
  });

  test("are offered for signing in again only while the account has one", async ({
    page,
    createPerson,
    sql,
    baseURL,
  }) => {
    const { id, email } = await createPerson();
    const dialog = page.getByRole("dialog");
    const google = page.getByText("Continue with Google");
    /** Opens the dialog, and then the page that replaces it without scripts. */
    const signInAgain = async (way: Locator, passkeyButtons: number) => {
      await signInWithTokens(page.context(), email, await createStaleTokens(sql, email));
      await openHydrated(page, "/account/delete");
      await page.getByLabel(/^To confirm/).fill(email);
      await page.getByRole("button", { name: "Delete my account" }).click();
      await expect(dialog.locator(way)).toBeVisible();
      await expect(passkeyButton(page)).toHaveCount(passkeyButtons);
      await openHydrated(page, "/auth/reauthenticate");
      await expect(way).toBeVisible();
      await expect(passkeyButton(page)).toHaveCount(passkeyButtons);
    };
    await signInAgain(page.getByLabel("Password", { exact: true }), 0);
    await addSoftwarePasskey(email, baseURL);
    await sql`
      update auth.users set raw_app_meta_data = '{"provider":"google","providers":["google"]}'
      where id = ${id}`;
    await signInAgain(google, 1);
    await signInWithTokens(page.context(), email);
    await openHydrated(page, PASSKEYS);
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expect(done(page, "The passkey has been removed")).toBeFocused();
    await signInAgain(google, 0);
  });

  test("without JavaScript, are listed, renamed and removed, and the page says what adding takes", async ({
    browser,
    createPerson,
    baseURL,
  }) => {
    const { email } = await createPerson();
    await addSoftwarePasskey(email, baseURL);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
    await signInWithTokens(context, email);
    const page = await context.newPage();
    await page.goto(PASSKEYS);
    await expect(page.locator("main noscript p")).toHaveText(
      /Adding a passkey requires JavaScript/,
    );
    await expect(page.getByRole("button", { name: "Add a passkey" })).toBeHidden();
    await page.getByText("Rename").click();
    await page.getByLabel("Name").fill("x".repeat(41));
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Please use at most 40 characters")).toBeVisible();
    await page.getByLabel("Name").fill("Phone");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: /^Remove/ }).click();
    await expect(page.getByText("The passkey has been removed")).toBeVisible();
    await page.context().clearCookies();
    await page.goto("/auth/signin");
    await expect(passkeyButton(page)).toHaveCount(0);
    await context.close();
  });
});

test.describe("autofill", () => {
  test("signs in with three requests and no typing", async ({ page, person: _ }) => {
    await addPasskeyAndSignOut(page);
    const requests: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/ceremony|passkey$|signin\.data/.test(pathname)) requests.push(pathname);
    });
    await openHydrated(page, "/auth/signin");
    // As the privacy policy says: a guest who only opens the page gets no cookie.
    expect(requests).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    await page.getByLabel("Email").focus();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(requests).toEqual([
      expect.stringContaining("/assets/ceremony"),
      "/auth/passkey",
      "/auth/signin.data",
    ]);
  });

  test("ends when the button is pressed, and begins again when the field is used again", async ({
    page,
    person: _,
  }) => {
    const phone = await addPasskeyAndSignOut(page);
    const readCeremonies = await recordCeremonies(page);
    await phone.respond(false);
    await openHydrated(page, "/auth/signin");
    await page.getByLabel("Email").focus();
    await expect.poll(readCeremonies).toEqual(["conditional"]);
    await phone.verifyUser(false);
    await phone.respond(true);
    await passkeyButton(page).click();
    await expect(done(page, CANCELED)).toBeVisible();
    await page.getByLabel("Email").click();
    const ceremonies = ["conditional", "aborted", "button", "conditional"];
    await expect.poll(async () => (await readCeremonies()).slice(0, 4)).toEqual(ceremonies);
  });

  test("asks again after its challenge has expired, when the field is used again", async ({
    page,
    person: _,
  }) => {
    await addPasskeyAndSignOut(page);
    const dropChallenge = async (route: Route) => {
      const response = await route.fetch();
      await page.context().clearCookies();
      await route.fulfill({ body: await response.body() });
    };
    await page.route("**/auth/passkey", dropChallenge, { times: 1 });
    const refused = page.waitForResponse("**/auth/signin.data");
    await page.goto("/auth/signin");
    await page.getByLabel("Email").focus();
    expect((await refused).status()).toBe(422);
    await expect(page.getByRole("alert")).toContainText("That took too long");
    await page.getByLabel("Email").click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe("signing in", () => {
  test("takes a press of the button, works after it was canceled and after a wrong password, and continues", async ({
    page,
    person,
  }) => {
    const phone = await addPasskeyAndSignOut(page);
    await phone.verifyUser(false);
    await turnOffAutofill(page);
    const readCeremonies = await recordCeremonies(page);
    await openHydrated(page, "/auth/signin?next=/settings/two-step");
    expect(await readCeremonies()).toEqual([]);
    const getTop = () =>
      page.getByText("New here?").evaluate((p) => p.getBoundingClientRect().top + scrollY);
    const before = await getTop();
    await passkeyButton(page).click();
    await expect(done(page, CANCELED)).toBeVisible();
    expect(await getTop()).toBe(before);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("wrong-password-1");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    // One message: the passkey's is out of date.
    await expect(page.getByRole("alert")).toContainText("don’t match");
    await expect(done(page, CANCELED)).toHaveCount(0);
    await phone.verifyUser(true);
    await passkeyButton(page).click();
    await expect(page).toHaveURL(/\d\/settings\/two-step$/);
    await page.goto("/settings/devices");
    await expect(page.getByText("Signed in with: passkey")).toBeVisible();
    await expect(page.getByText("Signed in with: password")).toBeVisible();
  });

  test("says that the server does not respond, or that there were too many attempts", async ({
    page,
  }) => {
    await addVirtualAuthenticator(page);
    await turnOffAutofill(page);
    await page.route("**/assets/ceremony*", (route) => route.abort());
    await openHydrated(page, "/auth/signin");
    await passkeyButton(page).click();
    await expect(page.getByRole("alert")).toContainText("We can’t reach the server.");
    await page.unroute("**/assets/ceremony*");
    await page.route("**/auth/passkey", (route) => route.abort());
    await openHydrated(page, "/auth/signin");
    await passkeyButton(page).click();
    await expect(page.getByRole("alert")).toContainText("We can’t reach the server.");
    // A network's sign-in page.
    await page.route("**/auth/passkey", (route) => route.fulfill({ body: "<h1>Wi-Fi</h1>" }));
    await passkeyButton(page).click();
    await expect(page.getByRole("alert")).toContainText("We can’t reach the server.");
    const limited = { status: 429, json: { message: "Too many attempts." } };
    await page.route("**/auth/passkey", (route) => route.fulfill(limited));
    await passkeyButton(page).click();
    await expect(page.getByRole("alert")).toHaveText("Too many attempts.");
  });
});
