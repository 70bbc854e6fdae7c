/** Signing in with every method, as a user does it. */
import type { Page } from "@playwright/test";
import {
  callAuth,
  createStaleTokens,
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
  signIn,
} from "../../support/browser/fixtures.ts";

const CHECK_EMAIL = "Thanks for signing up! Please check your email to complete the process.";

async function follow(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: button }).click();
}

test.describe("signing up", () => {
  test("is what an unknown auth page shows, with each message beside its field", async ({
    page,
  }) => {
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posts.push(request.url());
    });
    await openHydrated(page, "/auth/anything");
    await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter an email");
    await expect(page.getByLabel("Email")).toBeFocused();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
      "Please enter a password At least 8 characters.",
    );
    await expect(page.getByLabel("Confirm password")).toHaveAccessibleDescription(
      "Please enter your password again",
    );
    await page.getByLabel("Email").fill("ann@example.com");
    await page.getByLabel("Password", { exact: true }).fill("one-password");
    await page.getByLabel("Confirm password").fill("another");
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByLabel("Confirm password")).toHaveAccessibleDescription(
      "This doesn't match your password",
    );
    expect(posts).toEqual([]);

    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm password").fill("short");
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByRole("alert")).toHaveText("Please choose a longer password");
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(page.getByLabel("Email")).toHaveValue("ann@example.com");
  });
});

test.describe("signing in", () => {
  test("says the same for a wrong password and an unknown address, and returns to the page that required it", async ({
    page,
    createPerson,
  }) => {
    const { email } = await createPerson();
    await page.goto("/dashboard?from=bookmark");
    await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fdashboard%3Ffrom%3Dbookmark$/);
    await page.locator("html[data-hydrated]").waitFor();
    const submit = async (address: string, password: string) => {
      await page.getByLabel("Email").fill(address);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
    };
    for (const address of [email, `unknown-${email}`]) {
      await submit(address, "not-the-password");
      await expect(page.getByRole("alert")).toHaveText(
        "That email and password don’t match. Please try again.",
      );
      await expect(page.getByLabel("Email")).toHaveValue(address);
    }
    await submit(email, PASSWORD);
    await expect(page).toHaveURL(/\/dashboard\?from=bookmark$/);
  });

  test("with an emailed link works in another browser, once", async ({ page, email, browser }) => {
    await createAccount(email);
    await openHydrated(page, "/auth/signin?next=/settings/two-step");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
    await expect(page.getByText("a link is on its way")).toBeVisible();
    const link = getConfirmLink(await latestEmail(email));

    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(other.getByText("the account that this link was sent to")).toBeVisible();
    await other.getByRole("button", { name: "Continue to your account" }).click();
    await expect(other).toHaveURL(/\d\/settings\/two-step$/);
    await page.goto(link);
    await expect(page.getByText(`You’ll be signed in to ${email}.`)).toBeVisible();
    await page.getByRole("button", { name: "Continue to your account" }).click();
    await expect(page.getByRole("alert")).toContainText("used or has expired");
    await page.getByRole("link", { name: "Get a new link" }).click();
    await expect(page).toHaveURL(/\/auth\/signin\?next=%2Fsettings%2Ftwo-step$/);
    // Where its account is signed in, it leads on.
    await other.goto(link);
    await expect(other).toHaveURL(/\d\/settings\/two-step$/);
  });
});

test("a browser without cookies is told that signing in needs them", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "cookieEnabled", { value: false });
    // Chrome blocks storage together with cookies.
    for (const store of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, store, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  await page.goto("/auth/signin");
  await expect(page.getByRole("alert")).toContainText("Your browser blocks cookies");
});

test.describe("a forgotten password", () => {
  test("is reset with the emailed link, which continues as asked", async ({ page, email }) => {
    await createAccount(email);
    await openHydrated(page, "/auth/forgotpass?next=/settings/two-step");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText("Password reset email sent")).toBeVisible();

    await follow(page, getConfirmLink(await latestEmail(email)), "Choose a new password");
    await expect(page).toHaveURL(/\/auth\/changepass\?next=%2Fsettings%2Ftwo-step$/);
    await expect(page.locator("[autocomplete=username]")).toHaveValue(email);
    await page.getByLabel("New password", { exact: true }).fill("a-brand-new-password");
    await page.getByLabel("Confirm new password").fill("a-brand-new-password");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Your password has been changed")).toBeVisible();
    await expect(page.getByLabel("New password", { exact: true })).toHaveCount(0);
    await callAuth("token?grant_type=password", { email, password: "a-brand-new-password" });
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\d\/settings\/two-step$/);
  });

  test.describe("after a sign-in that is no longer recent", () => {
    test.use({ javaScriptEnabled: false });

    test("is set once the user signs in again, and continues as asked", async ({
      page,
      context,
      email,
      sql,
    }) => {
      await createAccount(email);
      await signInWithTokens(context, email, await createStaleTokens(sql, email));
      await page.goto("/auth/changepass?next=/settings/two-step");
      await page.getByLabel("New password", { exact: true }).fill("a-brand-new-password");
      await page.getByLabel("Confirm new password").fill("a-brand-new-password");
      await page.getByRole("button", { name: "Save password" }).click();
      await page.getByRole("link", { name: "Sign in again" }).click();
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL(/\/auth\/changepass\?next=%2Fsettings%2Ftwo-step$/);
    });
  });

  test("cannot be changed without a link", async ({ page }) => {
    await page.goto("/auth/changepass?next=/settings/two-step");
    await expect(page.getByRole("alert")).toContainText("needs a valid reset link");
    await page.getByRole("link", { name: "Send me a new link" }).click();
    await expect(page).toHaveURL(/\/auth\/forgotpass\?next=\/settings\/two-step$/);
  });
});

test.describe("a provider", () => {
  test("explains a canceled sign-in, continues as asked, also twice, and is marked as last used", async ({
    page,
  }) => {
    await page.goto("/auth/signin?next=/settings/two-step");
    await page.getByRole("link", { name: "Continue with GitHub" }).click();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("alert")).toContainText("Sign-in was canceled");
    await page.getByRole("link", { name: "Back to sign in" }).click();
    await page.getByRole("link", { name: "Continue with Google" }).click();
    const redirect = page.waitForRequest("**/auth/callback?*");
    await page.getByRole("button", { name: /gina@example\.com/ }).click();
    await expect(page).toHaveURL(/\d\/settings\/two-step$/);
    // Opened again, as from the history.
    await page.goto((await redirect).url());
    await expect(page).toHaveURL(/\d\/settings\/two-step$/);
    await page.goto("/dashboard");
    await expect(page.getByRole("main").getByText("gina@example.com")).toBeVisible();

    await page.context().clearCookies();
    await page.goto("/auth/signin");
    await expect(page.getByRole("link", { name: "Continue with Google" })).toContainText(
      "Last used",
    );
    await expect(page.getByRole("link", { name: "Continue with GitHub" })).not.toContainText(
      "Last used",
    );
  });

  test("without an email address is told that it is missing", async ({ page }) => {
    await page.goto("/auth/signin");
    await page.getByRole("link", { name: "Continue with GitHub" }).click();
    await page.getByRole("button", { name: "Hana Hidden" }).click();
    await expect(page.getByRole("alert")).toContainText("We didn’t get your email address");
  });

  test("whose address the provider has not verified is told to check that", async ({ page }) => {
    await page.goto("/auth/signin");
    for (const time of ["first", "second"]) {
      await page.getByRole("link", { name: "Continue with GitHub" }).click();
      await page.getByRole("button", { name: "Una Unverified" }).click();
      await expect(page.getByRole("alert"), time).toContainText("verified your email address");
      await page.getByRole("link", { name: "Back to sign in" }).click();
    }
  });

  test("can be started in two tabs, and both end up signed in", async ({ context, page }) => {
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await tab.goto("/auth/signin");
      await tab.getByRole("link", { name: "Continue with GitHub" }).click();
    }
    for (const tab of [page, second]) {
      await tab
        .getByRole("button", { name: /octocat/ })
        .first()
        .click();
      await expect(tab).toHaveURL(/\/dashboard$/);
    }
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing up, confirming and signing out work, and errors keep the input", async ({
    page,
    email,
  }) => {
    await page.goto("/auth/signup");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText("Please enter a password")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign up" }).click();
    await expect(page.getByText(CHECK_EMAIL)).toBeVisible();
    await follow(page, getConfirmLink(await latestEmail(email)), "Continue to your account");
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto("/auth/signout");
    await page.getByRole("button", { name: "Sign out" }).last().click();
    await expect(page).not.toHaveURL(/\/auth\/signout/);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/auth\/signin/);
  });
});

test("a user imported without a row gets one, and a deleted one does not", async ({
  page,
  createPerson,
  sql,
}) => {
  const { id, email } = await createPerson();
  await sql`delete from public.users where id = ${id}`;
  await signIn(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("main").getByText(email)).toBeVisible();
  await page.context().clearCookies();

  const deleted = await createPerson();
  const tokens = await signInTokens(deleted.email);
  await sql`delete from auth.users where id = ${deleted.id}`;
  await signInWithTokens(page.context(), deleted.email, tokens);
  await page.goto("/dashboard");
  await expect(page.getByRole("alert")).toHaveText(SIGNED_OUT);
});

test("tabs update within a second when another one signs out or in, and going back shows nothing", async ({
  context,
  page,
  person: { email },
}) => {
  await openHydrated(page, "/dashboard");
  await expect(page.getByRole("main").getByText(email)).toBeVisible();
  const plain = await context.newPage();
  await plain.goto("/legal/privacy-policy");
  await expect(plain.locator("html")).not.toHaveAttribute("data-session", "");
  const hydrated = await context.newPage();
  await openHydrated(hydrated, "/dashboard");

  // Background tabs may load slowly; users act in the visible one.
  await page.bringToFront();
  await page.goto("/auth/signout");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Account" })).toHaveCount(0);
  await expect(plain.locator("html")).toHaveAttribute("data-session", "", { timeout: 2_000 });
  await expect(hydrated).toHaveURL(/\/auth\/signin/, { timeout: 2_000 });
  await page.goBack();
  await page.goBack();
  await expect(page.getByText(email)).toBeHidden();

  await signIn(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(plain.locator("html")).not.toHaveAttribute("data-session", "", { timeout: 2_000 });
});

test("scripts can read no token, and no Supabase code is sent", async ({ page, person: _ }) => {
  const scripts = new Set<string>();
  page.on("response", (response) => {
    if (/\.js(\?|$)/.test(response.url())) scripts.add(response.url());
  });
  await openHydrated(page, "/dashboard");
  expect(await page.evaluate(() => document.cookie)).toBe("");
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain("eyJ");
  expect(await page.content()).not.toContain("eyJ");
  expect(scripts.size).toBeGreaterThan(3);
  // Fetched again, because response bodies are gone after a navigation.
  for (const url of scripts) {
    const script = await (await page.request.get(url)).text();
    expect(script).not.toMatch(/supabase|gotrue|GoTrue/);
  }
});
