/** The emails that the site sends itself, through the Email Service binding of workerd. */
import type { APIRequestContext } from "@playwright/test";
import type postgres from "postgres";
import { test } from "../../support/browser/billing.ts";
import { type Email, expect, latestEmail, openHydrated } from "../../support/browser/fixtures.ts";
import { PRICES } from "../../support/prices.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

interface Sender {
  readonly request: APIRequestContext;
  readonly sql: postgres.Sql;
}

/** Runs the cron that sends emails, and returns the newest one to `email`, which is the `count`th. */
async function sendAndRead({ request, sql }: Sender, email: string, count = 1): Promise<Email> {
  await sql`update public.outgoing_emails set next_attempt_at = now() where recipient = ${email}`;
  await request.get("/cdn-cgi/handler/scheduled?cron=*+*+*+*+*");
  return latestEmail(email, count);
}

test("someone who signs up with the address of an account learns nothing; its owner gets an email", async ({
  page,
  createPerson,
  request,
  sql,
}) => {
  const { email } = await createPerson();
  const fillIn = async (address: string) => {
    await openHydrated(page, "/auth/signup");
    await page.getByLabel("Email").fill(address);
    await page.getByLabel("Password", { exact: true }).fill("some-other-password");
    await page.getByLabel("Confirm password").fill("some-other-password");
    const answered = page.waitForResponse(/\/auth\/signup\.data/);
    await page.getByRole("button", { name: "Sign up" }).click();
    const headers = await (await answered).allHeaders();
    await expect(page.getByText("Thanks for signing up!")).toBeVisible();
    const timings = headers["server-timing"]?.replace(/dur=\d+/g, "dur=");
    return { names: Object.keys(headers).toSorted(), timings };
  };
  const known = await fillIn(email);
  expect(known).toEqual(await fillIn(`new-${email}`));

  const mail = await sendAndRead({ request, sql }, email);
  expect(mail.subject).toBe("You already have an account");
  expect(mail.text).toMatch(/Sign in: http:\/\/localhost:\d+\/auth\/signin\n/);
  expect(mail.text).toMatch(/Forgot your password\? http:\/\/localhost:\d+\/auth\/forgotpass\n/);
  const [, signInLink = ""] = /href="([^"]+\/auth\/signin)"/.exec(mail.html) ?? [];
  await page.goto(signInLink);
  await expect(page.getByRole("heading", { name: /sign in/i }).first()).toBeVisible();
});

test("email clients in a browser can load the mark", async ({ request }) => {
  const response = await request.get("/icon-192.png");
  expect(response.headers()["cross-origin-resource-policy"]).toBe("cross-origin");
});

test("a subscriber gets one email with what comes next, and one when the account is gone", async ({
  page,
  trialist,
  request,
  sql,
}) => {
  const { email } = trialist;
  const next = await sendAndRead({ request, sql }, email);
  expect(next.subject).toBe("Your Pro trial: what happens next");
  expect(next.text).toMatch(/Your trial is free until \w+ \d+, 20\d\d\./);
  expect(next.text).toContain(`Then it’s ${PRICES.pro.monthly}, unless you cancel first.`);

  await openHydrated(page, "/account/delete");
  await page.getByLabel(`Type ${email} to confirm`).fill(email);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account is deleted" })).toBeVisible();
  const last = await sendAndRead({ request, sql }, email, 2);
  expect(last.subject).toBe("Your account was deleted");
  expect(last.text).toContain("Billing has ended too: no subscription is active");
});
