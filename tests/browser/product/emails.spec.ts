/** The emails that the site sends itself, through the Email Service binding of workerd. */
import type { APIRequestContext } from "@playwright/test";
import type postgres from "postgres";
import { test } from "../../support/browser/billing.ts";
import { type Email, expect, latestEmail, openHydrated } from "../../support/browser/fixtures.ts";

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
