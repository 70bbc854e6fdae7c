/** Data export and account deletion. */
import { readFile } from "node:fs/promises";
import type postgres from "postgres";
import * as v from "valibot";
import { OWNED_TABLES } from "../../../drizzle/owned-tables.ts";
import { signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { PLAN_NAMES } from "../../support/plans.ts";

const DELETED = "Your account is deleted";

/** All rows, in all tables of the product and Supabase Auth, that contain one of `marks`. */
async function findTraces(sql: postgres.Sql, marks: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth')`;
  const found: string[] = [];
  for (const { name } of tables) {
    for (const mark of marks) {
      const [{ rows } = { rows: 0 }] = await sql<{ rows: number }[]>`
        select count(*)::int as rows from ${sql.unsafe(name)} t
        where strpos(lower(t::text), ${mark.toLowerCase()}) > 0`;
      if (rows > 0) found.push(`${name}: ${mark}`);
    }
  }
  return found;
}

/** The only trace of a deleted account: the email that says so, for a week. */
const lastEmail = (email: string) => `public.outgoing_emails: ${email}`;

async function writeMessage(sql: postgres.Sql, email: string): Promise<void> {
  await sql`
    insert into public.contact_messages (id, name, email, message, next_attempt_at)
    values (gen_random_uuid(), 'Ann', ${email}, 'Hello there', now() + interval '1 day')`;
}

test("the export contains all data of the user and no one else's", async ({
  page,
  person,
  createPerson,
  sql,
}) => {
  const other = await createPerson();
  await person.subscribe("starter");
  await writeMessage(sql, person.email.toUpperCase());
  await writeMessage(sql, other.email);

  await page.goto("/settings/general");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download my data" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const data = v.parse(
    v.object({
      user: v.object({ id: v.string(), email: v.string(), name: v.string() }),
      devices: v.array(v.object({ name: v.string(), usedAt: v.string() })),
      subscription: v.object({ stripePriceId: v.string() }),
      contactMessages: v.array(v.object({ message: v.string() })),
      records: v.record(v.string(), v.array(v.unknown())),
    }),
    JSON.parse(await readFile(await file.path(), "utf8")),
  );
  expect(data.user).toMatchObject({ id: person.id, email: person.email });
  expect(data.devices).toHaveLength(1);
  expect(data.contactMessages).toEqual([{ message: "Hello there" }]);
  expect(Object.keys(data.records)).toEqual(OWNED_TABLES.map(({ name }) => name));
});

test.describe("deleting the account", () => {
  test("requires typing the email address, then deletes all data and signs out every tab", async ({
    page,
    person,
    createPerson,
    context,
    sql,
  }) => {
    await person.subscribe("pro");
    await writeMessage(sql, person.email);
    const other = await context.newPage();
    await openHydrated(other, "/dashboard");
    await openHydrated(page, "/settings/general");
    await page.getByRole("link", { name: "Delete my account" }).click();
    await expect(page.getByText("This can’t be undone")).toBeVisible();
    const losses = page.getByRole("main").locator("section").getByRole("listitem");
    await expect(losses.nth(0)).toContainText("Your profile");
    await expect(losses.nth(3)).toContainText(`Your ${PLAN_NAMES.pro} plan ends immediately.`);
    const field = page.getByLabel(`To confirm, type ${person.email}`);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect(field).toHaveAccessibleDescription(`Please type ${person.email} to confirm`);
    await field.fill("someone@example.com");
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect(field).toHaveAccessibleDescription(/That doesn’t match/);
    await field.fill(person.email);
    await page.evaluate(() => sessionStorage.setItem("draft", `${Date.now()} typed`));
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByRole("heading", { name: DELETED })).toBeVisible();
    await expect(page).toHaveURL(/\/account-deleted$/);
    expect(await page.evaluate(() => sessionStorage.getItem("draft"))).toBeNull();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    expect(await findTraces(sql, [person.id, person.email])).toEqual([lastEmail(person.email)]);
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.filter((name) => name.includes("auth-token"))).toEqual([]);
    await expect(other).toHaveURL(/\/auth\/signin/);
    await signInWithTokens(context, (await createPerson()).email);
    await page.goto("/account-deleted");
    await expect(page).toHaveURL("/");
  });

  test("works without scripts", async ({ browser, createPerson, sql }) => {
    const person = await createPerson();
    const context = await browser.newContext({ javaScriptEnabled: false });
    await signInWithTokens(context, person.email);
    const page = await context.newPage();
    await page.goto("/account/delete");
    await page.getByLabel(`To confirm, type ${person.email}`).fill(person.email);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByRole("heading", { name: DELETED })).toBeVisible();
    expect(await findTraces(sql, [person.id, person.email])).toEqual([lastEmail(person.email)]);
  });
});
