/** Session events between tabs, with Supabase's names. */
import type { BrowserContext } from "@playwright/test";
import { signInWithTokens, test } from "../support/account-fixtures.ts";
import {
  createAccount,
  expect,
  getConfirmLink,
  latestEmail,
  openHydrated,
  signIn,
} from "../support/fixtures.ts";
import { addApp, currentCode } from "../support/two-step.ts";

/** Listens in a tab without the product's scripts, so that it does not reload. */
async function listen(context: BrowserContext): Promise<() => Promise<string[]>> {
  const tab = await context.newPage();
  await tab.goto("/healthz");
  await tab.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new BroadcastChannel("selvedge-auth").onmessage = ({ data }) => heard.push(data.type);
  });
  return () => tab.evaluate(() => Reflect.get(window, "heard"));
}

test("a sign-in with a code sends two events", async ({ page, context, createPerson }) => {
  const { email } = await createPerson();
  const { secret } = await addApp(email);
  await page.goto("/");
  const heard = await listen(context);
  await signIn(page, email);
  await page.getByLabel("Code", { exact: true }).fill(currentCode(secret));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(heard).toEqual(["SIGNED_IN", "MFA_CHALLENGE_VERIFIED"]);
});

test("a reset link sends PASSWORD_RECOVERY", async ({ page, context, email }) => {
  await createAccount(email);
  await openHydrated(page, "/auth/forgotpass");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Reset password" }).click();
  const link = getConfirmLink(await latestEmail(email));
  const heard = await listen(context);
  await page.goto(link);
  await page.getByRole("button", { name: "Choose a new password" }).click();
  await expect(page).toHaveURL(/\/auth\/changepass$/);
  await expect.poll(heard).toEqual(["PASSWORD_RECOVERY"]);
});

test("signing out sends SIGNED_OUT", async ({ page, context, createPerson }) => {
  const { email } = await createPerson();
  await signInWithTokens(context, email);
  await page.goto("/dashboard");
  const heard = await listen(context);
  await page.goto("/auth/signout");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect.poll(heard).toEqual(["SIGNED_OUT"]);
});
