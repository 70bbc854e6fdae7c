/** The emails that the site sends itself, through the Email Service binding of workerd. */
import type { APIRequestContext } from "@playwright/test";
import type postgres from "postgres";
import { BACK_FROM_PORTAL, seedSubscription, test } from "../../support/browser/billing.ts";
import { type Email, expect, latestEmail, openHydrated } from "../../support/browser/fixtures.ts";
import { PLAN_NAMES, PRICES } from "../../support/plans.ts";

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

test("a switch during the trial is described by its email as by the settings", async ({
  page,
  person,
  untilStatus,
  request,
  sql,
}) => {
  const { email } = person;
  await seedSubscription(person, "starter", 14);
  await untilStatus(person, "trialing");
  // One run sends in any order.
  const welcome = await sendAndRead({ request, sql }, email);
  expect(welcome.subject).toBe("Your free trial: what happens next");
  await page.goto("/settings/billing?flow=business");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(BACK_FROM_PORTAL);
  const { business } = PLAN_NAMES;
  await expect(page.locator("main [data-alert]")).toHaveText(
    new RegExp(`^You’re on ${business} now\\. .* will email you within one business day`),
  );
  const described = `You’re on the ${business} trial until`;
  const rest = `Then ${PRICES.business.listed}.`;
  await expect(page.locator("p").filter({ hasText: described })).toContainText(rest);
  const mail = await sendAndRead({ request, sql }, email, 2);
  expect(mail.subject).toBe(`Your ${business} plan has started`);
  expect(mail.text).toContain(described);
  expect(mail.text).toContain(rest);
  expect(mail.text).not.toMatch(/active|next payment/);
});
