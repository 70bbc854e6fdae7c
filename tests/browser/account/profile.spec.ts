/** Email changes, sign-in methods, and the address in the menu. */
import type { Page } from "@playwright/test";
import { getHorizontalOverflow } from "../../support/browser/accessibility.ts";
import {
  type Person,
  signInTokens,
  signInWithTokens,
  test,
} from "../../support/browser/accounts.ts";
import {
  expect,
  getConfirmLink,
  latestEmail,
  openHydrated,
} from "../../support/browser/fixtures.ts";

async function askForChange(page: Page, newEmail: string): Promise<void> {
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill(newEmail);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("You asked to change your email to")).toBeVisible();
}

async function confirmAt(page: Page, address: string, mails = 1): Promise<void> {
  await page.goto(getConfirmLink(await latestEmail(address, mails)));
  await page.getByRole("button", { name: "Confirm this email address" }).click();
}

const newAddress = (person: Person) => `new-${person.email}`;

test.describe("an email change", () => {
  test("shows the next step until it is complete, and then confirms it", async ({
    page,
    person,
  }) => {
    const newEmail = newAddress(person);
    await askForChange(page, newEmail);
    for (const address of [person.email, newEmail]) {
      expect((await latestEmail(address)).subject).toBe("Confirm the change of your email address");
    }
    const both = `Next: click the links we sent to ${person.email} and to ${newEmail}.`;
    // The result says it already.
    await expect(page.getByText("click the confirmation links sent to")).toBeVisible();
    await expect(page.getByText(/click the links we sent|If you change it/)).toBeHidden();
    await page.reload();
    await expect(page.getByText(both)).toBeVisible();
    await expect(page.getByText(`Until it changes, sign in with ${person.email}`)).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);

    await confirmAt(page, newEmail);
    await expect(page.getByText("click the link we sent to your other address")).toBeVisible();
    await page.getByRole("link", { name: "See the status of the change" }).click();
    await expect(
      page.getByText(`${newEmail} is confirmed. Next: click the link we sent to ${person.email}.`),
    ).toBeVisible();

    await confirmAt(page, person.email);
    const done = page.getByText(`Your email is now ${newEmail}.`);
    await expect(done).toBeVisible();
    await expect(page.getByText("You asked to change your email to")).toBeHidden();
    await expect(page.getByLabel("Email")).toHaveValue(newEmail);
    await page.locator("html[data-hydrated]").waitFor();
    await expect(page).toHaveURL(/\/settings\/general$/);
    await page.reload();
    await expect(page.getByLabel("Email")).toHaveValue(newEmail);
    await expect(page.getByLabel("Name")).toHaveValue("Ann");
    await expect(done).toBeHidden();
    await page.goto("/dashboard");
    await expect(page.getByRole("definition").first()).toHaveText(newEmail);
  });

  test("can be canceled, after which neither link works", async ({ page, person }) => {
    const newEmail = newAddress(person);
    await askForChange(page, newEmail);
    await page.getByRole("button", { name: "Cancel the change" }).click();
    const note = page.getByText("The change is canceled.");
    await expect(note).toBeVisible();
    await expect(page.locator("main [data-alert]")).toBeFocused();
    await expect(page.getByText("You asked to change your email to")).toBeHidden();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await page.getByLabel("Name").press("x");
    await expect(note).toBeHidden();
    for (const address of [person.email, newEmail]) {
      await confirmAt(page, address);
      await expect(page.getByRole("alert")).toContainText("used or has expired");
      await expect(page.getByRole("heading", { name: "This link doesn’t work" })).toBeVisible();
    }
    await page.getByRole("link", { name: "See the status of the change" }).click();
    await expect(page).toHaveURL(/\/settings\/general$/);
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
  });

  test("can resend its emails, not within a minute, and the new links work", async ({
    page,
    person,
    sql,
  }) => {
    const newEmail = newAddress(person);
    const both = [newEmail, person.email];
    await askForChange(page, newEmail);
    await Promise.all(both.map((to) => latestEmail(to)));
    const again = page.getByRole("button", { name: "Send the emails again" });
    await again.click();
    await expect(page.getByText("can’t send there right now")).toBeVisible();
    await expect(again).toBeFocused();
    await sql`
      update auth.users set email_change_sent_at = now() - interval '2 hours'
      where id = ${person.id}`;
    const quota = `${person.id}:email-change`;
    await sql`
      delete from public.claims
      where key = 'email:' || encode(sha256(${quota}::bytea), 'hex')`;
    await page.reload();
    await page.locator("html[data-hydrated]").waitFor();
    await expect(page.getByText("The links no longer work: an hour has passed")).toBeVisible();
    await again.click();
    await expect(page.getByText("We sent both emails again.")).toBeVisible();
    await expect(page.getByText("Next: click the links")).toBeVisible();
    for (const address of both) await confirmAt(page, address, 2);
    await expect(page.getByText(`Your email is now ${newEmail}.`)).toBeVisible();
  });
});

test("the sign-in methods are listed, and a right-to-left name has its direction", async ({
  page,
  person,
  sql,
}) => {
  await sql`update public.users set name = 'مريم بنت عبد الله' where id = ${person.id}`;
  await page.goto("/settings/general");
  await expect(page.getByLabel("Name")).toHaveCSS("direction", "rtl");
  await page.goto("/settings/password");
  await expect(page.getByText(/^You sign in with a password\. Before we save/)).toBeVisible();
  await sql`
    update auth.users set raw_app_meta_data = '{"provider":"email","providers":["email","google","github"]}'
    where id = ${person.id}`;
  await signInWithTokens(page.context(), person.email, await signInTokens(person.email));
  await page.goto("/settings/password");
  await expect(page.getByText(/^You sign in with a password, Google, or GitHub\./)).toBeVisible();
});

test("the menu shows a very long address, which fits at 320 px", async ({
  page,
  context,
  createPerson,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const unique = crypto.randomUUID().slice(0, 12);
  const { email } = await createPerson({
    email: `donaudampfschifffahrtsgesellschaft.kapitaen-${unique}@${"long-".repeat(12)}x.example.com`,
  });
  await signInWithTokens(context, email);
  for (const path of ["/legal/privacy-policy", "/settings/general"]) {
    await page.goto(path);
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
    const menu = page.getByRole("navigation", { name: "Account" });
    await expect(menu.getByText(email)).toBeVisible();
    expect(await menu.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
    expect(await getHorizontalOverflow(page)).toBeLessThanOrEqual(0);
  }
  await page.goto("/dashboard");
  await expect(page.locator("main").getByText(email)).toBeVisible();
  expect(await getHorizontalOverflow(page)).toBeLessThanOrEqual(0);
});
