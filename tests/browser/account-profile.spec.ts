/** The profile's address on its way to another one, the ways to sign in, and the menu's initials. */
import type { Page } from "@playwright/test";
import { type Person, signInTokens, signInWithTokens, test } from "../support/account-fixtures.ts";
import { expect, getConfirmLink, latestEmail, openHydrated } from "../support/fixtures.ts";
import { getHorizontalOverflow } from "../support/horizontal-overflow.ts";

async function askForChange(page: Page, newEmail: string): Promise<void> {
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill(newEmail);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your email is about to become")).toBeVisible();
}

async function confirmAt(page: Page, address: string, mails = 1): Promise<void> {
  await confirmBy(page, getConfirmLink(await latestEmail(address, mails)));
}

async function confirmBy(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm this email address" }).click();
}

const newAddress = (person: Person) => `new-${person.email}`;

test.describe("a change of address", () => {
  test("shows until it is done, says what is next at each step, and that it is done", async ({
    page,
    person,
  }) => {
    const newEmail = newAddress(person);
    await askForChange(page, newEmail);
    const both = `Next: click the links we mailed to ${person.email} and to ${newEmail}.`;
    await expect(page.getByText(both)).toBeVisible();
    await page.reload();
    await expect(page.getByText(both)).toBeVisible();
    await expect(page.getByText(`Until then you sign in with ${person.email}`)).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);

    await confirmAt(page, newEmail);
    await page.getByRole("link", { name: "See where the change stands" }).click();
    await expect(
      page.getByText(
        `${newEmail} has confirmed. Next: click the link we mailed to ${person.email}.`,
      ),
    ).toBeVisible();

    await confirmAt(page, person.email);
    const done = page.getByText(`Your email is now ${newEmail}.`);
    await expect(done).toBeVisible();
    await expect(page.getByText("Your email is about to become")).toBeHidden();
    await expect(page.getByLabel("Email")).toHaveValue(newEmail);
    await page.locator("html[data-hydrated]").waitFor();
    await expect(page).toHaveURL(/\/settings\/general$/);
    await page.reload();
    await expect(page.getByLabel("Email")).toHaveValue(newEmail);
    await expect(done).toBeHidden();
  });

  test("is withdrawn, after which neither link works", async ({ page, person }) => {
    const newEmail = newAddress(person);
    await askForChange(page, newEmail);
    await page.getByRole("button", { name: "Withdraw the change" }).click();
    const note = page.getByText("The change is withdrawn.");
    await expect(note).toBeVisible();
    await expect(page.locator("main [data-alert]")).toBeFocused();
    await expect(page.getByText("Your email is about to become")).toBeHidden();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await page.getByLabel("Name").press("x");
    await expect(note).toBeHidden();
    for (const address of [person.email, newEmail]) {
      await confirmAt(page, address);
      await expect(page.getByRole("alert")).toContainText("used or has expired");
      await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
    }
    await page.getByRole("link", { name: "See where the change stands" }).click();
    await expect(page).toHaveURL(/\/settings\/general$/);
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
  });

  test("has its mails sent again, though not within a minute, and then only the new links work", async ({
    page,
    person,
    sql,
  }) => {
    const newEmail = newAddress(person);
    const both = [newEmail, person.email];
    await askForChange(page, newEmail);
    const old = await Promise.all(both.map(async (to) => getConfirmLink(await latestEmail(to))));
    const again = page.getByRole("button", { name: "Send the emails again" });
    await again.click();
    await expect(page.getByText("less than a minute ago")).toBeVisible();
    await expect(again).toBeFocused();
    await sql`
      update auth.users set email_change_sent_at = now() - interval '2 hours'
      where id = ${person.id}`;
    await page.reload();
    await page.locator("html[data-hydrated]").waitFor();
    await expect(page.getByText("good for an hour, which is over")).toBeVisible();
    await again.click();
    await expect(page.getByText("We have sent both emails again.")).toBeVisible();
    await expect(page.getByText("Next: click the links")).toBeVisible();
    for (const link of old) {
      await confirmBy(page, link);
      await expect(page.getByRole("alert")).toContainText("used or has expired");
    }
    for (const address of both) await confirmAt(page, address, 2);
    await expect(page.getByText(`Your email is now ${newEmail}.`)).toBeVisible();
  });

  test("within a minute of another one says that it sent no mail", async ({
    page,
    person,
    sql,
  }) => {
    const noMail = "your email is not changed. No email was sent";
    const right = newAddress(person);
    const typo = `typo-${person.email}`;
    const save = async () => {
      await page.getByLabel("Email").fill(right);
      await page.getByRole("button", { name: "Save" }).click();
    };
    await askForChange(page, typo);
    await save();
    await expect(page.getByRole("alert")).toContainText(noMail);
    await expect(page.getByText(`Your email is about to become ${typo}`)).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(right);

    await page.getByRole("button", { name: "Withdraw the change" }).click();
    await expect(page.getByText("The change is withdrawn.")).toBeVisible();
    await save();
    await expect(page.getByRole("alert")).toContainText(noMail);
    await expect(page.getByText("Your email is about to become")).toBeHidden();

    await sql`
      update auth.users set email_change_sent_at = now() - interval '2 minutes'
      where id = ${person.id}`;
    await save();
    await expect(page.getByText(`Your email is about to become ${right}`)).toBeVisible();
    expect(getConfirmLink(await latestEmail(right))).toBeTruthy();
  });

  test("whose address is taken before the second link is not made, and says so", async ({
    page,
    person,
    createPerson,
  }) => {
    const newEmail = newAddress(person);
    await askForChange(page, newEmail);
    await confirmAt(page, person.email);
    await createPerson({ email: newEmail });
    await confirmAt(page, newEmail);
    await expect(page.getByRole("alert")).toContainText(
      "Another account has taken that address meanwhile. Your old address stays.",
    );
    await page.getByRole("link", { name: "See where the change stands" }).click();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
  });

  test("is not filled in by a link of another site", async ({ page, person }) => {
    await page.goto("/settings/general?email=stranger@example.com");
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
  });

  test("is announced under a subject that is true of both mailboxes", async ({ page, person }) => {
    const newEmail = newAddress(person);
    await askForChange(page, newEmail);
    for (const address of [person.email, newEmail]) {
      expect((await latestEmail(address)).subject).toBe("Confirm the change of your email address");
    }
  });

  test("of somebody else cannot be withdrawn, and a stranger's shows nowhere", async ({
    page,
    person,
    createPerson,
    sql,
  }) => {
    await askForChange(page, newAddress(person));
    const other = await createPerson();
    await page.context().clearCookies();
    await signInWithTokens(page.context(), other.email, await signInTokens(other.email));
    await page.goto("/settings/general");
    await expect(page.getByLabel("Email")).toHaveValue(other.email);
    await expect(page.getByText("Your email is about to become")).toBeHidden();
    await page.request.post("/settings/general", { form: { intent: "withdraw-email" } });
    const [row] = await sql`select email_change from auth.users where id = ${person.id}`;
    expect(row).toEqual({ email_change: newAddress(person) });
  });
});

test("an address that is none is marked, and the name is saved all the same", async ({
  page,
  person: _,
}) => {
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill("nonsense");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your name is saved, but your email is not changed.")).toBeVisible();
  const field = page.getByLabel("Email");
  await expect(field).toHaveAccessibleDescription(/Please enter an address like name@example.com/);
  await expect(field).toBeFocused();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a change of address shows, and is withdrawn", async ({ page, person }) => {
    await page.goto("/settings/general");
    await page.getByLabel("Name").fill("Ann");
    await page.getByLabel("Email").fill(newAddress(person));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Withdraw the change" }).click();
    await expect(page.getByText("The change is withdrawn.")).toBeVisible();
    await expect(page.getByText("Your email is about to become")).toBeHidden();
  });
});

test("the ways to sign in are named, Supabase's “email” as the password", async ({
  page,
  person,
  sql,
}) => {
  await page.goto("/settings/general");
  await expect(page.getByText("You sign in with: password", { exact: true })).toBeVisible();
  await sql`
    update auth.users set raw_app_meta_data = '{"provider":"email","providers":["email","google","github"]}'
    where id = ${person.id}`;
  await signInWithTokens(page.context(), person.email, await signInTokens(person.email));
  await page.goto("/settings/general");
  await expect(
    page.getByText("You sign in with: password, Google, GitHub", { exact: true }),
  ).toBeVisible();
});

test("the settings are General, Password, Two-step, Devices and Billing", async ({
  page,
  person: _,
}) => {
  await openHydrated(page, "/settings/general");
  const sections = page.getByRole("navigation", { name: "Settings" });
  await expect(sections.getByRole("link")).toHaveText([
    "General",
    "Password",
    "Two-step",
    "Devices",
    "Billing",
  ]);
  await sections.getByRole("link", { name: "Two-step" }).click();
  await expect(page).toHaveURL(/\/settings\/two-step$/);
  await expect(page.getByRole("heading", { name: "Two-step verification" })).toBeVisible();
  await expect(sections.locator("[aria-current=page]")).toHaveText("Two-step");
  await sections.getByRole("link", { name: "Password" }).click();
  await expect(page.getByRole("heading", { name: "Password" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Two-step/ })).toBeHidden();
});

test("two-step verification is still reached under its old address, by a form too", async ({
  page,
  person: _,
}) => {
  await page.goto("/settings/password/two-step?done=removed");
  await expect(page).toHaveURL(/\/settings\/two-step\?done=removed$/);
  await expect(page.getByText("The authenticator app has been removed.")).toBeVisible();
  const answer = await page.request.post("/settings/password/two-step", {
    form: { intent: "set-up", name: "My phone" },
  });
  expect(new URL(answer.url()).pathname).toBe("/settings/two-step");
  expect(await answer.text()).toContain("data-secret");
});

test.describe("the menu", () => {
  test("has the initials of the address, which it names in full", async ({
    page,
    context,
    createPerson,
  }) => {
    const name = `ann.example-${crypto.randomUUID()}`;
    const { email } = await createPerson({ email: `${name}@example.com` });
    await signInWithTokens(context, email);
    for (const path of ["/dashboard", "/settings/password", "/about"]) {
      await page.goto(path);
      const button = page.getByRole("banner").getByRole("button", { name: "Account" });
      await expect(button).toHaveText(/^AE/);
      await button.click();
      await expect(page.getByRole("navigation", { name: "Account" })).toContainText(email);
    }
  });

  test("holds a very long address at 320 px", async ({ page, context, createPerson }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const unique = crypto.randomUUID().slice(0, 12);
    const { email } = await createPerson({
      email: `donaudampfschifffahrtsgesellschaft-kapitaen-${unique}@${"long-".repeat(12)}x.example.com`,
    });
    await signInWithTokens(context, email);
    await page.goto("/settings/general");
    await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
    const menu = page.getByRole("navigation", { name: "Account" });
    await expect(menu.getByText(email)).toBeVisible();
    expect(await menu.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
    for (const path of ["/settings/general", "/dashboard"]) {
      await page.goto(path);
      await expect(page.locator("main").getByText(email)).toBeVisible();
      expect(await getHorizontalOverflow(page), path).toBeLessThanOrEqual(0);
    }
  });
});

test("a name from right to left is written so", async ({ page, person, sql }) => {
  await sql`update public.users set name = 'مريم بنت عبد الله' where id = ${person.id}`;
  await page.goto("/settings/general");
  await expect(page.getByLabel("Name")).toHaveCSS("direction", "rtl");
});

test.describe("times", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("are on the reader's clock", async ({ page, createPerson, sql }) => {
    const { id, email } = await createPerson();
    await signInTokens(email);
    await sql`
      update auth.sessions set created_at = '2026-11-20T20:15:00Z', refreshed_at = null
      where user_id = ${id}`;
    await signInWithTokens(page.context(), email);
    await openHydrated(page, "/settings/devices");
    const time = page.locator("time");
    await expect(time).toHaveAttribute("datetime", "2026-11-20T20:15:00.000Z");
    await expect(time).toHaveText("November 21, 2026 at 9:15 AM");
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    test("are in UTC, and say so", async ({ page, createPerson, sql }) => {
      const { id, email } = await createPerson();
      await signInTokens(email);
      await sql`
        update auth.sessions set created_at = '2026-11-20T20:15:00Z', refreshed_at = null
        where user_id = ${id}`;
      await signInWithTokens(page.context(), email);
      await page.goto("/settings/devices");
      await expect(page.locator("time")).toHaveText("November 20, 2026 at 8:15 PM");
      // What a stylesheet adds is in no text, but it is in what is read out.
      await expect(page.getByText(/^Last used/)).toMatchAriaSnapshot(`
        - paragraph:
          - time: November 20, 2026 at 8:15 PM UTC
      `);
    });
  });
});
