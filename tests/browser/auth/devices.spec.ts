/** The settings page for devices: where the account is signed in, and signing out elsewhere. */
import type { Browser, Page } from "@playwright/test";
import { signInTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import {
  createAccount,
  expect,
  latestEmail,
  localUrls,
  openHydrated,
  PASSWORD,
  signIn,
} from "../../support/browser/fixtures.ts";

const DEVICES = "/settings/devices";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const rows = (page: Page) => page.locator("main li").filter({ hasText: /device|Last used/ });

/** Another browser signed in to the account. */
async function signInElsewhere(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext();
  await signInWithTokens(context, email);
  return context.newPage();
}

test("devices are listed, one is signed out with the keyboard, and then all others at once", async ({
  page,
  person,
  browser,
  sql,
}) => {
  const others = [
    await signInElsewhere(browser, person.email),
    await signInElsewhere(browser, person.email),
    await signInElsewhere(browser, person.email),
  ];
  // Recent, because Supabase Auth deletes sessions that are past their time limit.
  const usedAt = new Date(Date.now() - 48 * 3_600_000);
  usedAt.setUTCHours(5, 6);
  const day = usedAt.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  await sql`
    update auth.sessions set user_agent = ${FIREFOX}, created_at = ${usedAt}, refreshed_at = null
    where id = (select id from auth.sessions where user_id = ${person.id} order by created_at desc limit 1)`;
  await openHydrated(page, "/settings/general");
  await page.getByRole("link", { name: "Devices" }).click();
  await expect(page).toHaveURL(new RegExp(`${DEVICES}$`));
  await expect(page.getByRole("link", { name: "Devices" })).toHaveAttribute("aria-current", "page");
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText("This device");
  await expect(rows(page).last()).toContainText("Firefox on Linux");
  await expect(rows(page).last()).toContainText(`Last used on ${day}, 5:06 AM`);
  await page
    .getByRole("button", { name: /^Sign out (?!all)/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("status").filter({ hasText: "The device has been signed out." }),
  ).toBeVisible();
  await expect(page.locator("main [data-alert]")).toBeFocused();
  await expect(rows(page)).toHaveCount(3);
  await openHydrated(page, DEVICES);
  await expect(rows(page)).toHaveCount(3);

  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "Your other devices have been signed out." }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign out all other devices" })).toBeHidden();
  for (const other of others) {
    await other.goto(DEVICES);
    await expect(other).toHaveURL(/\/auth\/signin/);
    await other.context().close();
  }
});

test.describe("a browser that signs in on the site", () => {
  test.use({ userAgent: FIREFOX });

  test("is named, although its User-Agent may not go to Supabase with the secret key", async ({
    page,
    email,
    sql,
  }) => {
    await createAccount(email);
    await signIn(page, email);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto(DEVICES);
    await expect(rows(page)).toContainText("Firefox on Linux");
    const [session] = await sql`
      select user_agent from auth.sessions join auth.users on users.id = user_id where email = ${email}`;
    expect(session?.user_agent).toMatch(/^server\/1 [\da-f]+$/);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the owner is emailed about a sign-in from a new browser, once, and signs it out", async ({
    page,
    createPerson,
    request,
    sql,
  }) => {
    const person = await createPerson();
    await sql`
      update public.users set created_at = now() - interval '2 days' where id = ${person.id}`;
    for (const _ of ["first", "second"]) {
      await signIn(page, person.email);
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.goto("/auth/signout");
      await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
    }
    expect(await person.readEmails()).toEqual(["new_browser"]);

    await signInTokens(person.email);
    await request.get("/cdn-cgi/handler/scheduled?cron=*+*+*+*+*");
    await latestEmail(person.email);
    await page.goto(`${localUrls.mailbox}/inbox?to=${encodeURIComponent(person.email)}`);
    await page.getByText("A new sign-in to your account").first().click();
    const email = page.frameLocator("iframe");
    await expect(email.locator("p.ink").filter({ hasText: "with Chrome on" })).toBeVisible();
    const link = email.getByRole("link", { name: "View your devices" });
    await page.goto((await link.getAttribute("href")) ?? "");
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page
      .getByRole("button", { name: /^Sign out (?!all)/ })
      .first()
      .click();
    await expect(page.getByText("The device has been signed out.")).toBeVisible();
    expect(await person.readEmails()).toEqual(["new_browser"]);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("devices are listed and signed out", async ({ page, person }) => {
    await signInTokens(person.email);
    await page.goto(DEVICES);
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole("button", { name: /^Sign out (?!all)/ }).click();
    await expect(page.getByText("The device has been signed out.")).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });
});
