/** Shared fixtures of browser tests: email and IP addresses, accounts, the mailbox. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test as base, expect, type Page, type Response } from "@playwright/test";
import * as v from "valibot";
import { LOCAL_PASSWORD, portsAt } from "../../../tools/shared/settings.ts";
import * as auth from "../auth-server.ts";

const ports = portsAt(Number(process.env.PORT_OFFSET));

export const PASSWORD = LOCAL_PASSWORD;

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

/** A broken page would otherwise cost each of its tests the whole timeout. */
const MAX_FAILURES_PER_FILE = 5;

interface Fixtures {
  /** Skips the rest of a file in which many tests have failed. */
  failureLimit: undefined;
  /** An unused email address. */
  email: string;
  /** The visitor's IP address, unique so that tests do not share rate limits. */
  address: string;
}

let visitors = 0;

export const test = base.extend<Fixtures>({
  failureLimit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use, info) => {
      // In a file, because each failure ends its worker process.
      const failures = path.join(
        info.project.outputDir,
        `failures-${path.basename(info.file)}.txt`,
      );
      const count = existsSync(failures) ? readFileSync(failures).length : 0;
      info.skip(count >= MAX_FAILURES_PER_FILE, `${count} tests of this file have failed`);
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      mkdirSync(info.project.outputDir, { recursive: true });
      appendFileSync(failures, "x");
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
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

/**
 * The response to the next form. Pages show changes before it arrives, and a reload would cancel its request.
 */
export function whenSubmitted(page: Page): Promise<Response> {
  return page.waitForResponse((response) => response.request().method() === "POST");
}

/** Pauses data requests (optionally of one method) until `release` continues or aborts them. */
export async function holdDataRequests(page: Page, method?: "GET" | "POST") {
  let release = (_: "continue" | "abort" = "continue") => {};
  const released = new Promise<"continue" | "abort">((resolve) => {
    release = (action = "continue") => resolve(action);
  });
  await page.route(/\.data/, async (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    await route[await released]();
  });
  return { release };
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

/** Creates a confirmed account with `PASSWORD`; returns its id. */
export const createAccount = (email: string) => auth.createAccount(localUrls.supabase, email);

/** Opens the sign-in page, fills it in and submits it. */
export async function signIn(
  page: Page,
  email: string,
  path = "/auth/signin",
  password = PASSWORD,
): Promise<void> {
  await openHydrated(page, path);
  await submitSignIn(page, email, password);
}

/** Fills in and submits the sign-in page that is open. */
export async function submitSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
