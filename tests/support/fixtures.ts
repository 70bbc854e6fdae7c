/** Shared fixtures of browser tests: email and IP addresses, accounts, the mailbox. */
import { test as base, expect, type Page, type Response } from "@playwright/test";
import * as v from "valibot";
import { LOCAL_KEYS, portsAt } from "../../tools/settings.ts";

const ports = portsAt(Number(process.env.PORT_OFFSET));

export const PASSWORD = "correct-horse-1";

/** Base URLs of the local services. */
export const localUrls = {
  supabase: `http://127.0.0.1:${ports.supabase}`,
  mailbox: `http://127.0.0.1:${ports.mailbox}`,
  stripe: `http://127.0.0.1:${ports.stripe}`,
  sheet: `http://127.0.0.1:${ports.sheet}`,
} as const;

const emailsSchema = v.array(
  v.object({
    to: v.string(),
    subject: v.string(),
    html: v.string(),
    text: v.optional(v.string(), ""),
  }),
);
export type Email = v.InferOutput<typeof emailsSchema>[number];

interface Fixtures {
  /** An unused email address. */
  email: string;
  /** The visitor's IP address, unique so that tests do not share rate limits. */
  address: string;
}

let visitors = 0;

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  email: async ({}, use, info) => {
    visitors += 1;
    await use(`visitor-${info.workerIndex}-${visitors}-${Date.now()}@example.com`);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  address: async ({}, use, info) => {
    visitors += 1;
    await use(`10.${info.workerIndex % 250}.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`);
  },
  extraHTTPHeaders: async ({ address }, use) => use({ "CF-Connecting-IP": address }),
});

export { expect };

/** The response to the next form. Pages show changes before it arrives, and a reload would cancel its request. */
export function whenSubmitted(page: Page): Promise<Response> {
  return page.waitForResponse((response) => response.request().method() === "POST");
}

/** Waits until enough of the minute is left to reach a limit: the local rate limits reset when it turns. */
export async function waitForRateLimitWindow(neededMs = 20_000): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < neededMs) await new Promise((resolve) => setTimeout(resolve, leftMs));
}

/** Waits for at least `count` emails to `to` and returns the newest. */
export async function latestEmail(to: string, count = 1): Promise<Email> {
  let emails: Email[] = [];
  await expect
    .poll(async () => {
      const response = await fetch(`${localUrls.mailbox}/emails?to=${encodeURIComponent(to)}`);
      emails = v.parse(emailsSchema, await response.json());
      return emails.length;
    })
    .toBeGreaterThanOrEqual(count);
  const [newest] = emails;
  if (!newest) throw new Error(`No email to ${to}`);
  return newest;
}

/** The first link to the confirm page in an email. */
export function getConfirmLink(email: Email): string {
  const link = /href="([^"]*\/auth\/confirm[^"]*)"/.exec(email.html)?.[1];
  if (!link) throw new Error(`No link in "${email.subject}"`);
  return link.replaceAll("&amp;", "&");
}

/** Opens `path` and waits for hydration. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("html[data-hydrated]").waitFor();
}

/** Creates a confirmed account with `PASSWORD` through the admin API. */
export async function createAccount(email: string): Promise<string> {
  const response = await fetch(`${localUrls.supabase}/auth/v1/admin/users`, {
    method: "POST",
    headers: {
      apikey: LOCAL_KEYS.supabaseSecret,
      Authorization: `Bearer ${LOCAL_KEYS.supabaseSecret}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ email, password: PASSWORD, email_confirm: true }),
  });
  return v.parse(v.object({ id: v.string() }), await response.json()).id;
}

/** Fills in and submits the sign-in page. */
export async function signIn(
  page: Page,
  email: string,
  path = "/auth/signin",
  password = PASSWORD,
): Promise<void> {
  await openHydrated(page, path);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs up, follows the email link, and waits for the dashboard. */
export async function signUp(page: Page, email: string): Promise<void> {
  await openHydrated(page, "/auth/signup");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(
    page.getByText("Thanks for signing up! Please check your email to complete the process."),
  ).toBeVisible();
  await page.goto(getConfirmLink(await latestEmail(email)));
  await page.getByRole("button", { name: "Continue to your account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}
