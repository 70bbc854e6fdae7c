import { setTimeout } from "node:timers/promises";
/** Settings: profile, password, and re-authentication for sensitive changes. */
import {
  callAuth,
  createStaleTokens,
  signInWithTokens,
  test,
} from "../../support/browser/accounts.ts";
import {
  expect,
  getConfirmLink,
  latestEmail,
  openHydrated,
  PASSWORD,
} from "../../support/browser/fixtures.ts";
import { makeOutcomesUnknown, UNKNOWN_OUTCOME } from "../../support/browser/unknown-outcome.ts";

const EMAIL_CHANGE =
  "To complete this process click the confirmation links sent to your new and old email addresses";
const NEW_PASSWORD = "a-brand-new-password";
const SIGN_IN_AGAIN = "Please sign in again to complete this action";

test.describe("the sections", () => {
  test.beforeEach(({ person: _ }) => {});

  test("are pages, and an unknown one shows the general page, which also leads to deletion", async ({
    page,
  }) => {
    const tabs = page.getByRole("navigation", { name: "Settings" });
    for (const path of ["/account/delete", "/settings/anything"]) {
      await page.goto(path);
      await expect(tabs.locator("[aria-current=page]")).toHaveText("General");
    }
    await expect(page.getByLabel("Name")).toBeVisible();
    await tabs.getByRole("link", { name: "Password" }).click();
    await expect(page).toHaveURL(/\/settings\/password$/);
    await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  });
});

test.describe("the profile", () => {
  test("is saved from a form that carries a file", async ({ page, person, sql }) => {
    const picture = { name: "me.png", mimeType: "image/png", buffer: Buffer.alloc(300_000) };
    const fields = { account: person.id, name: "Pictured", email: person.email };
    const saved = await page.request.post("/settings/general", {
      multipart: { ...fields, picture },
    });
    expect(saved.status(), await saved.text()).toBe(200);
    expect(await sql`select name from public.users where id = ${person.id}`).toEqual([
      { name: "Pictured" },
    ]);
  });

  for (const isStored of [true, false]) {
    test(`after an unknown outcome has the stored name: the new one is ${isStored}`, async ({
      page,
      person,
      sql,
    }) => {
      const before = "Ann Before";
      await sql`update public.users set name = ${before} where id = ${person.id}`;
      await openHydrated(page, "/settings/general");
      await makeOutcomesUnknown(page, isStored);
      // The page is shown between the response to the form and its own.
      await page.route(/\.data/, async (route) => {
        if (route.request().method() === "GET") await setTimeout(300);
        return route.fallback();
      });
      for (const name of ["Ann Unknown", "Ann Unknown again"]) {
        await page.getByLabel("Name").fill(name);
        const read = page.waitForResponse((response) => response.request().method() === "GET");
        await page.getByRole("button", { name: "Save" }).click();
        await read;
        await expect(page.getByRole("alert")).toHaveText(UNKNOWN_OUTCOME);
        await expect(page.getByLabel("Name")).toHaveValue(isStored ? name : before);
      }
    });
  }

  test("requires a name and an address, and is saved", async ({ page, person, sql }) => {
    await openHydrated(page, "/settings/general");
    await page.getByLabel("Name").fill("");
    await page.getByLabel("Email").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Please enter your name");
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Please enter your email/);

    const field = page.getByLabel("Email");
    await page.getByLabel("Name").fill("Ann");
    await field.fill("nonsense");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(field).toHaveAccessibleDescription(
      /Please enter an address like name@example.com/,
    );
    await expect(field).toBeFocused();

    await page.getByLabel("Name").fill("Ann Example");
    await field.fill(person.email);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your profile has been updated", { exact: true })).toBeVisible();
    const [row] = await sql`select name from public.users where id = ${person.id}`;
    expect(row).toEqual({ name: "Ann Example" });
  });

  test("shows the same result for a taken address and notifies no one", async ({
    page,
    person,
    createPerson,
    sql,
  }) => {
    const other = await createPerson();
    await openHydrated(page, "/settings/general");
    await page.getByLabel("Name").fill("Ann");
    await page.getByLabel("Email").fill(other.email);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(EMAIL_CHANGE, { exact: true })).toBeVisible();
    const [row] = await sql`select email from auth.users where id = ${person.id}`;
    expect(row).toEqual({ email: person.email });
  });

  test("asks to sign in again before an email change, keeps the input if dismissed, then continues automatically", async ({
    page,
    context,
    createPerson,
    sql,
  }) => {
    const person = await createPerson();
    await signInWithTokens(context, person.email, await createStaleTokens(sql, person.email));
    await openHydrated(page, "/settings/general");
    await page.getByLabel("Name").fill("Ann Careful");
    await page.getByLabel("Email").fill(`new-${person.email}`);
    await page.getByRole("button", { name: "Save" }).click();

    const dialog = page.getByRole("dialog", { name: SIGN_IN_AGAIN });
    await expect(dialog.getByLabel("Password")).toBeFocused();
    const [row] = await sql`select name from public.users where id = ${person.id}`;
    expect(row).toEqual({ name: "Ann Careful" });

    // A typed password does not count as unsaved input.
    await dialog.getByLabel("Password").fill("half");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alert")).toContainText("Your name has been saved");
    await expect(page.getByLabel("Email")).toHaveValue(`new-${person.email}`);
    await expect(page.getByRole("button", { name: "Save" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Password")).toHaveValue("");

    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(dialog.getByLabel("Password")).toHaveAccessibleDescription(
      "Please enter your password",
    );
    await dialog.getByLabel("Password").fill("wrong");
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(dialog.getByLabel("Password")).toHaveAccessibleDescription(
      "That password isn’t right",
    );
    await dialog.getByLabel("Password").fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText(EMAIL_CHANGE, { exact: true })).toBeVisible();
    await expect(page.locator("dialog")).toHaveCount(0);
    const { subject } = await latestEmail(`new-${person.email}`);
    expect(subject).toBe("Confirm the change of your email address");
  });
});

test.describe("the password", () => {
  test("can be set by who has none and signed in long ago", async ({
    page,
    context,
    createPerson,
    sql,
  }) => {
    const { email } = await createPerson();
    await signInWithTokens(context, email, await createStaleTokens(sql, email));
    await openHydrated(page, "/settings/password");
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm new password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "No password? Sign out and get a sign-in link" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
    await page.goto(getConfirmLink(await latestEmail(email)));
    await page.getByRole("button", { name: "Continue to your account" }).click();
    await expect(page).toHaveURL(/\/settings\/general$/);

    await openHydrated(page, "/settings/password");
    await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel("Confirm new password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your password has been updated")).toBeVisible();
  });

  test("shows a message beside its field, and what was typed", async ({ page, person: _ }) => {
    await openHydrated(page, "/settings/password");
    const password = page.getByLabel("New password", { exact: true });
    const confirmation = page.getByLabel("Confirm new password");
    await password.fill(PASSWORD);
    await confirmation.fill(PASSWORD);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(password).toHaveAttribute("aria-invalid", "true");
    await expect(password).toHaveAccessibleDescription(/^This is already your password/);

    await password.focus();
    await page.keyboard.press("Tab");
    const button = page.getByRole("button", { name: "Show new password" });
    await expect(button).toBeFocused();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await page.keyboard.press("Space");
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(password).toHaveAttribute("type", "text");
    await expect(password).toHaveValue(PASSWORD);
    await expect(confirmation).toHaveAttribute("type", "password");
    await button.click();
    await expect(password).toHaveAttribute("type", "password");
  });

  test("can be changed, and then only the new one works", async ({ page, person }) => {
    await openHydrated(page, "/settings/password");
    await page.getByLabel("New password", { exact: true }).fill("a-brand-new-one");
    await page.getByLabel("Confirm new password").fill("a-brand-new-one");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your password has been updated", { exact: true })).toBeVisible();
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue("");
    const signInWith = (password: string) =>
      callAuth("token?grant_type=password", { email: person.email, password });
    await expect(signInWith(PASSWORD)).rejects.toThrow("invalid_credentials");
    await signInWith("a-brand-new-one");
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the profile is saved, and re-authentication returns to it", async ({
    page,
    context,
    createPerson,
    sql,
  }) => {
    const person = await createPerson();
    await signInWithTokens(context, person.email, await createStaleTokens(sql, person.email));
    await page.goto("/settings/general");
    await page.getByLabel("Name").fill("Ann Scriptless");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your profile has been updated", { exact: true })).toBeVisible();
    await page.getByLabel("Email").fill(`new-${person.email}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Sign in again" }).click();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill(`new-${person.email}`);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(EMAIL_CHANGE, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Cancel the change" }).click();
    await expect(page.getByText("The change is canceled.")).toBeVisible();
    await expect(page.getByText("You asked to change your email to")).toBeHidden();
  });
});
