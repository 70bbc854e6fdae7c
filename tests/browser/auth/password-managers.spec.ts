/**
 * Passkeys as password managers return them. Sources: bitwarden/clients#13975 and its fido2-page-script.ts
 * (null), keepassxc-browser's passkeys.js (null, plain objects), dotnet/aspnetcore#62916,
 * ProtonMail/WebClients#470 and bitwarden/clients#12060 (`toJSON`).
 */
import type { Page } from "@playwright/test";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated, PASSWORD } from "../../support/browser/fixtures.ts";
import { addVirtualAuthenticator } from "../../support/browser/passkeys.ts";

/** How a manager's credential differs from the browser's. */
type Kind = keyof typeof MANAGERS;
const MANAGERS = {
  "inherits a `toJSON` that throws": "inherited",
  "is a plain object of texts": "texts",
  "is a plain object of padded base64": "padded",
} as const;

/** Replaces the browser's credentials, and offers none in autofill. */
async function installManager(page: Page, kind: (typeof MANAGERS)[Kind] | "empty"): Promise<void> {
  await page.addInitScript((installed) => {
    const create = navigator.credentials.create.bind(navigator.credentials);
    const get = navigator.credentials.get.bind(navigator.credentials);
    const pad = (id: string) =>
      id
        .replaceAll("-", "+")
        .replaceAll("_", "/")
        .padEnd(Math.ceil(id.length / 4) * 4, "=");
    const unpad = (text: string) =>
      text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const toBase64 = (value: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(value)));
    const encoders = {
      inherited: (value: ArrayBuffer) => value,
      texts: (value: ArrayBuffer) => unpad(toBase64(value)),
      padded: toBase64,
      empty: () => "",
    };
    const imitate = (credential: Credential | null) => {
      if (credential === null) return null;
      const original: object = Reflect.get(credential, "response");
      const names = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"];
      const response = Object.fromEntries(
        [...names, "userHandle"]
          .filter((name) => name in original)
          .map((name) => [name, encoders[installed](Reflect.get(original, name))]),
      );
      const { id, type } = credential;
      const own = { id: installed === "padded" ? pad(id) : id, type, response };
      if (installed !== "inherited") return own;
      const values = Object.entries(own).map(([name, value]) => [name, { value }]);
      return Object.create(PublicKeyCredential.prototype, Object.fromEntries(values));
    };
    navigator.credentials.create = async (options) => imitate(await create(options));
    navigator.credentials.get = async (options) =>
      options?.mediation === "conditional" ? null : imitate(await get(options));
  }, kind);
}

/** Answers each request, aborted or not, with a passkey once the test calls the returned function. */
async function answerWhenTold(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const response = { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" };
    const credential = {
      id: "AA",
      type: "public-key",
      response: { ...response, userHandle: "AA" },
    };
    const answer = new Promise<Credential>((resolve) => {
      Object.assign(window, { answer: () => resolve(credential) });
    });
    navigator.credentials.get = () => answer;
  });
  return () => page.evaluate(() => Reflect.get(window, "answer")());
}

/** The requests for a challenge, and the forms that were sent. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname.startsWith("/auth/")) requests.push(pathname);
  });
  return requests;
}

const addButton = (page: Page) => page.getByRole("button", { name: "Add a passkey" });
const passkeyButton = (page: Page) => page.getByRole("button", { name: "Continue with a passkey" });
const INCOMPLETE =
  "We didn’t get a complete passkey. If you use a password manager, it may be the cause";

for (const [what, kind] of Object.entries(MANAGERS)) {
  test(`a passkey that ${what} is added and signs in`, async ({ page, person: _ }) => {
    await addVirtualAuthenticator(page);
    await installManager(page, kind);
    await openHydrated(page, "/settings/passkeys");
    await addButton(page).click();
    await expect(page.getByText("Your passkey has been added.")).toBeVisible();
    await page.context().clearCookies();
    await openHydrated(page, "/auth/signin");
    await passkeyButton(page).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test("a passkey without its data names the manager as the likely cause, where it is added and used", async ({
  page,
  person: _,
}) => {
  await addVirtualAuthenticator(page);
  await installManager(page, "empty");
  await openHydrated(page, "/settings/passkeys");
  await addButton(page).click();
  await expect(page.getByRole("alert")).toContainText(INCOMPLETE);
  await page.context().clearCookies();
  await openHydrated(page, "/auth/signin");
  await passkeyButton(page).click();
  await expect(page.getByRole("alert")).toContainText(INCOMPLETE);
});

test("autofill that ends with null sends nothing, and asks again only when the field is used again", async ({
  page,
}) => {
  await addVirtualAuthenticator(page);
  await page.addInitScript(() => {
    navigator.credentials.get = async () => null;
  });
  const requests = recordRequests(page);
  await openHydrated(page, "/auth/signin");
  await page.getByLabel("Email").click();
  await expect.poll(() => requests).toEqual(["/auth/passkey"]);
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByLabel("Password", { exact: true }).fill("wrong-password-1");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("don’t match");
  expect(requests).toEqual(["/auth/passkey", "/auth/signin.data"]);
  await page.getByLabel("Email").click();
  await expect.poll(() => requests.length).toBe(3);
});

test("a passkey that arrives while a password is checked does not cancel it, from autofill or the button", async ({
  page,
  createPerson,
}) => {
  const { email } = await createPerson();
  await addVirtualAuthenticator(page);
  for (const start of ["Email", "button"]) {
    await page.context().clearCookies();
    const answer = await answerWhenTold(page);
    const requests = recordRequests(page);
    await openHydrated(page, "/auth/signin");
    if (start === "Email") await page.getByLabel("Email").focus();
    else await passkeyButton(page).click();
    await expect.poll(() => requests).toEqual(["/auth/passkey"]);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.route("**/auth/signin.data", async (route) => {
      await answer();
      await route.continue();
    });
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(requests.filter((path) => path === "/auth/signin.data")).toHaveLength(1);
    await page.unroute("**/auth/signin.data");
  }
});

test("a manager that is dismissed is a line beside the button", async ({ page, person: _ }) => {
  await addVirtualAuthenticator(page);
  await page.addInitScript(() => {
    navigator.credentials.create = async () => null;
    navigator.credentials.get = async () => null;
  });
  await openHydrated(page, "/settings/passkeys");
  await addButton(page).click();
  await expect(page.getByText("No passkey was added.")).toBeVisible();
  await page.context().clearCookies();
  await openHydrated(page, "/auth/signin");
  await passkeyButton(page).click();
  await expect(page.getByText("Canceled or timed out. You can try again.")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

/** Security keys that browsers refuse: without a PIN, without room, and older than passkeys. */
const SECURITY_KEYS = [
  { protocol: "ctap2", hasResidentKey: true, hasUserVerification: false },
  { protocol: "ctap2", hasResidentKey: false, hasUserVerification: true },
  { protocol: "u2f", hasResidentKey: false, hasUserVerification: false },
] as const;

for (const key of SECURITY_KEYS) {
  test(`a security key that holds no passkey is told why: ${JSON.stringify(key)}`, async ({
    page,
    person: _,
  }) => {
    await addVirtualAuthenticator(page, "usb", key);
    await openHydrated(page, "/settings/passkeys");
    await addButton(page).click();
    await expect(page.getByText("your security key may be full or have no PIN")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}
