/**
 * Pages after another tab has signed in to a different account, and after the session has ended elsewhere.
 */
import type { Locator, Page } from "@playwright/test";
import {
  endSessions,
  type Person,
  SIGNED_OUT,
  signInWithTokens,
  test,
} from "../../support/browser/accounts.ts";
import {
  expect,
  openHydrated,
  submitSignIn,
  whenSubmitted,
} from "../../support/browser/fixtures.ts";

const GENERAL = "/settings/general";

const nowSignedInAs = (page: Page, { email }: Person): Locator =>
  page.getByText(`You are now signed in as ${email}. Nothing was saved.`);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("saving is rejected and changes neither account", async ({
    page,
    person,
    createPerson,
    sql,
  }) => {
    const other = await createPerson();
    await page.goto(GENERAL);
    await page.getByLabel("Name").fill("Ann Example");
    await signInWithTokens(page.context(), other.email);
    const answered = whenSubmitted(page);
    await page.getByRole("button", { name: "Save" }).click();
    expect((await answered).status()).toBe(409);
    await expect(nowSignedInAs(page, other)).toBeVisible();
    const names =
      await sql`select name from public.users where id in ${sql([person.id, other.id])}`;
    expect(names.map(({ name }) => name)).toEqual(["", ""]);
  });
});

test("a password typed for one account is neither tried nor set for another", async ({
  page,
  person,
  createPerson,
}) => {
  const other = await createPerson();
  for (const [path, label, button] of [
    ["/auth/reauthenticate", "Password", "Sign in"],
    ["/auth/changepass", "New password", "Save password"],
  ] as const) {
    await signInWithTokens(page.context(), person.email);
    await openHydrated(page, path);
    await page.getByLabel(label, { exact: true }).fill("a-good-password-1");
    const confirm = page.getByLabel("Confirm new password");
    if (await confirm.isVisible()) await confirm.fill("a-good-password-1");
    await signInWithTokens(page.context(), other.email);
    await page.locator("main").getByRole("button", { name: button, exact: true }).click();
    await expect(nowSignedInAs(page, other)).toBeVisible();
  }
});

test("a page with typed input reloads for the other account", async ({
  page,
  context,
  person,
  createPerson,
}) => {
  const other = await createPerson();
  await openHydrated(page, GENERAL);
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.getByLabel("Name").fill("Half wri");
  await signInWithTokens(context, other.email);
  const second = await context.newPage();
  await second.goto("/dashboard");
  await expect(page.getByLabel("Email")).toHaveValue(other.email);
  await expect(page.getByLabel("Name")).toHaveValue("");
});

test("a page with typed input stays when the same user signs in again", async ({
  page,
  context,
  person,
}) => {
  await openHydrated(page, GENERAL);
  const mark = await page.locator("html").getAttribute("data-session");
  await page.getByLabel("Name").fill("Half wri");
  await signInWithTokens(context, person.email);
  const second = await context.newPage();
  await second.goto("/dashboard");
  await expect(second.locator("html")).not.toHaveAttribute("data-session", mark ?? "");
  await expect(page.getByLabel("Name")).toHaveValue("Half wri");
});

test.describe("after the session has ended elsewhere", () => {
  test("the profile is not lost for its user", async ({ page, person, sql }) => {
    await openHydrated(page, GENERAL);
    await page.getByLabel("Name").fill("Autumn catalog");
    await endSessions(sql, person);
    await page.getByRole("main").getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(SIGNED_OUT);
    await submitSignIn(page, person.email);
    await expect(page).toHaveURL(new RegExp(`${GENERAL}$`));
    await expect(page.getByLabel("Name")).toHaveValue("Autumn catalog");
  });

  test("what was typed is not shown to another user, and a password is not kept", async ({
    page,
    person,
    createPerson,
    sql,
  }) => {
    const other = await createPerson();
    await openHydrated(page, "/settings/password");
    await page.getByLabel("New password", { exact: true }).fill("a-typed-password");
    await endSessions(sql, person);
    await page.getByRole("link", { name: "General" }).click();
    await expect(page.getByRole("alert")).toHaveText(SIGNED_OUT);
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("typed");

    await signInWithTokens(page.context(), person.email);
    await openHydrated(page, GENERAL);
    await page.getByLabel("Name").fill("Ann Example");
    await endSessions(sql, person);
    await page.getByRole("main").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toHaveText(SIGNED_OUT);
    await submitSignIn(page, other.email);
    await expect(page).toHaveURL(new RegExp(`${GENERAL}$`));
    await page.locator("html[data-hydrated]").waitFor();
    await expect(page.getByLabel("Email")).toHaveValue(other.email);
    await expect(page.getByLabel("Name")).toHaveValue("");
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Ann");
  });
});
