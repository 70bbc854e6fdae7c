/** Attacks with a link for another account, or with text in an address. */
import {
  callAuth,
  SIGNED_OUT,
  signInTokens,
  signInWithTokens,
  test,
} from "../../support/browser/accounts.ts";
import {
  createAccount,
  expect,
  getConfirmLink,
  latestEmail,
  openHydrated,
  PASSWORD,
} from "../../support/browser/fixtures.ts";

test("an emailed link shows who is signed in before and after it switches accounts", async ({
  context,
  page,
  createPerson,
  email: theirs,
}) => {
  const mine = await createPerson();
  await createAccount(theirs);
  await openHydrated(page, "/auth/signin");
  await page.getByLabel("Email").fill(theirs);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await expect(page.getByText("a link is on its way")).toBeVisible();
  const link = getConfirmLink(await latestEmail(theirs));

  await signInWithTokens(context, mine.email);
  await page.goto(link);
  await expect(
    page.getByText(`signed in to ${theirs} and signed out of ${mine.email}.`),
  ).toBeVisible();
  await page.getByRole("button", { name: "Continue to your account" }).click();
  await expect(page.getByText(`You are now signed in as ${theirs}.`)).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.locator("main").getByText(theirs, { exact: true })).toBeVisible();
});

test("a stranger who tries the hashes of an address learns none by the page of a link", async ({
  playwright,
  baseURL: siteUrl,
  address,
  email,
}) => {
  await createAccount(email);
  await callAuth("recover", { email });
  const link = new URL(getConfirmLink(await latestEmail(email)));
  const right = link.searchParams.get("token_hash") ?? "";
  const wrong = right.replaceAll(/./g, (digit) => (digit === "0" ? "1" : "0"));
  const read = async (from: string, method: string, path: string, hash: string) => {
    const request = await playwright.request.newContext({
      baseURL: siteUrl ?? "",
      extraHTTPHeaders: { "CF-Connecting-IP": from },
    });
    const response = await request.fetch(`${path}?token_hash=${hash}&type=recovery`, { method });
    const body = (await response.text()).replaceAll(/nonce="[^"]*"/g, "");
    const { "x-request-id": id = "", "content-type": type } = response.headers();
    await request.dispose();
    return { status: response.status(), type, body: body.replaceAll(hash, "").replaceAll(id, "") };
  };
  for (const from of [address, address.replace(/^10/, "11")]) {
    for (const [method, path] of [
      ["GET", "/auth/confirm"],
      ["GET", "/auth/confirm.data"],
      ["HEAD", "/auth/confirm"],
    ] as const) {
      const page = await read(from, method, path, wrong);
      expect(page.status).toBe(200);
      for (let guesses = 1; guesses < 31; guesses += 1) await read(from, method, path, wrong);
      expect(await read(from, method, path, right)).toEqual(page);
    }
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`an address that a stranger signed up with, scripts: ${javaScriptEnabled}`, () => {
    test.use({ javaScriptEnabled });

    test("belongs to its owner once confirmed, who chooses a password", async ({ page, email }) => {
      await callAuth("signup", { email, password: PASSWORD });
      await page.goto(getConfirmLink(await latestEmail(email)));
      await page.getByRole("button", { name: "Continue to your account" }).click();
      await expect(page.getByRole("heading", { name: "Choose a password" })).toBeVisible();
      await expect(page.getByText("Your address is confirmed.")).toBeVisible();
      await expect(signInTokens(email)).rejects.toThrow("invalid_credentials");

      await page.getByLabel("New password", { exact: true }).fill("my-own-horse-2");
      await page.getByLabel("Confirm new password").fill("my-own-horse-2");
      await page.getByRole("button", { name: "Save password" }).click();
      await expect(page.getByText("Your password has been changed")).toBeVisible();
      await expect(page.getByText("Your address is confirmed.")).toBeHidden();
      await page.getByRole("link", { name: "Continue" }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  });
}

test("a URL cannot inject text into a page, and a known message is translated", async ({
  page,
}) => {
  const words = "Call +1 555 0100 to unlock your account";
  const said = new URLSearchParams({ error: "unknown", error_description: words });
  for (const path of [`/#${said}`, `/auth/link#${said}`, `/auth/callback?${said}`]) {
    await page.goto(path);
    await expect(page.getByRole("alert")).toContainText("An error occurred on token verification.");
    await expect(page.getByText(words)).toHaveCount(0);
  }
  await expect(page).toHaveURL(/\/auth\/callback$/);
  for (const error_code of ["user_banned", "signup_disabled", "email_exists"]) {
    await page.goto(`/?${new URLSearchParams({ error_code, error_description: words })}`);
    await expect(page.getByRole("alert")).toHaveText("An error occurred on token verification.");
  }
  await page.goto("/auth/signin?problem=auth/session-ended");
  await expect(page.getByRole("alert")).toHaveText(SIGNED_OUT);

  // The first default link of an email change.
  const message =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";
  await page.goto(`/settings/general#${new URLSearchParams({ message, sb: "" })}`);
  await expect(
    page.getByText("please also click the link we sent to your other address"),
  ).toBeVisible();
});

test("a stranger's link says nothing about an account, also while a sign-in is under way", async ({
  page,
}) => {
  await page.goto("/auth/signin");
  await page.getByRole("link", { name: "Continue with GitHub" }).click();
  await expect(page.getByRole("button", { name: "Una Unverified" })).toBeVisible();
  for (const error_code of ["user_banned", "signup_disabled", "email_exists"]) {
    await page.goto(`/auth/callback?${new URLSearchParams({ error_code, sb_flow_id: "guessed" })}`);
    await expect(page.getByRole("alert")).toHaveText(/^An error occurred on token verification\./);
  }
});

test("a default reset link leads to choosing a password", async ({ page, createPerson }) => {
  const { email } = await createPerson();
  const { access_token, refresh_token } = await signInTokens(email);
  const hash = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: "3600",
    token_type: "bearer",
    type: "recovery",
  });
  await page.goto(`/auth/changepass#${hash}`);
  await page.getByRole("button", { name: "Continue to your account" }).click();
  await expect(page).toHaveURL(/\/auth\/changepass$/);
  await expect(page.getByText(`Account: ${email}`)).toBeVisible();
});
