/** Recovery codes: shown once, used in place of an authenticator app, counted and renewed in the settings. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { brand } from "../../../app/content/brand.ts";
import { expectAccessible } from "../../support/browser/accessibility.ts";
import { signInTokens, signInWithTokens, test } from "../../support/browser/accounts.ts";
import { expect, latestEmail, openHydrated } from "../../support/browser/fixtures.ts";
import { addApp, currentCode, nextCode, renewTokens } from "../../support/browser/two-step.ts";

const APPS = "/settings/two-step";
const GUESS = "AAAA-BBBB-CCCC-DDDD-EEEE-FFFF";

async function setUpFirstApp(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up", exact: true }).click();
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await page.getByLabel("Code", { exact: true }).fill(currentCode(secret));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.locator("[data-recovery-codes] li")).toHaveCount(10);
  return secret;
}

const shownCodes = (page: Page) => page.locator("[data-recovery-codes] li").allTextContents();

async function renewCodes(page: Page, code: string): Promise<string[]> {
  await page.getByText("Make new recovery codes").click();
  await page.locator("details[open]").getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.locator("[data-recovery-codes] li")).toHaveCount(10);
  return shownCodes(page);
}

async function useCode(page: Page, code: string): Promise<void> {
  const field = page.getByLabel("Recovery code");
  if (!(await field.isVisible())) await page.getByText("I don’t have my device").click();
  await field.fill(code);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
}

/** Opens the code page, with the session of a password sign-in. */
async function openCodePage(page: Page, email: string): Promise<void> {
  await signInWithTokens(page.context(), email);
  await openHydrated(page, "/auth/verify");
}

test("are created with the first app, shown once, and can be downloaded and printed", async ({
  page,
  person: _,
}) => {
  await openHydrated(page, APPS);
  await setUpFirstApp(page);
  await expect(page.getByText("Two-step verification is on.")).toBeVisible();
  const codes = await shownCodes(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`Your recovery codes for ${brand.name}.txt`);
  const file = readFileSync(await download.path(), "utf8");
  for (const code of codes) expect(file).toContain(code);

  await page.emulateMedia({ media: "print" });
  await expect(page.getByText(codes[9] ?? "")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.locator("body > header")).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await expect(page.getByText("Codes left: 10")).toBeVisible();
  await expect(page.getByText(codes[0] ?? "")).toBeHidden();
});

test("sign in once, remove the app, and lead to setting up a new one, which replaces them", async ({
  page,
  createPerson,
}) => {
  const { email } = await createPerson();
  await signInWithTokens(page.context(), email);
  await openHydrated(page, APPS);
  await setUpFirstApp(page);
  const [code = "", other = ""] = await shownCodes(page);

  await openCodePage(page, email);
  await useCode(page, GUESS);
  await expect(page.getByText("That code isn’t right, or it has already been used.")).toBeVisible();
  await expect(page.getByLabel("Recovery code")).toHaveAttribute("aria-invalid", "true");
  await useCode(page, code.toLowerCase().replaceAll("-", " "));
  await expect(page).toHaveURL(new RegExp(`${APPS}\\?done=recovered$`));
  await expect(page.getByText("two-step verification is off")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Set up an authenticator app" })).toBeVisible();

  await page.locator("html[data-hydrated]").waitFor();
  await setUpFirstApp(page);

  await openCodePage(page, email);
  await useCode(page, other);
  await expect(page.getByText("That code isn’t right, or it has already been used.")).toBeVisible();
});

test("email their owner when one is used", async ({ page, createPerson, request, sql }) => {
  const { email } = await createPerson();
  await signInWithTokens(page.context(), email);
  await openHydrated(page, APPS);
  await setUpFirstApp(page);
  const [code = ""] = await shownCodes(page);
  await latestEmail(email);
  await openCodePage(page, email);
  await useCode(page, code);
  await expect(page).toHaveURL(/done=recovered/);

  await sql`update public.outgoing_emails set next_attempt_at = now() where recipient = ${email}`;
  await request.get("/cdn-cgi/handler/scheduled?cron=*+*+*+*+*");
  const mail = await latestEmail(email, 2);
  expect(mail.subject).toBe("A recovery code was used");
  expect(mail.text).toContain("the password alone opens the account");
});

test("end every other session, including one whose code is due", async ({
  page,
  browser,
  createPerson,
  sql,
}) => {
  const { id, email } = await createPerson();
  await signInWithTokens(page.context(), email);
  await openHydrated(page, APPS);
  await setUpFirstApp(page);
  const [code = ""] = await shownCodes(page);
  const stranger = await browser.newContext();
  await signInWithTokens(stranger, email);
  const waiting = await stranger.newPage();
  await waiting.goto("/dashboard");
  await expect(waiting).toHaveURL(/\/auth\/verify/);

  await openCodePage(page, email);
  await useCode(page, code);
  await expect(page.getByText("two-step verification is off")).toBeVisible();
  expect(await sql`select from auth.sessions where user_id = ${id}`).toHaveLength(1);
  await waiting.goto("/dashboard");
  await expect(waiting).toHaveURL(/\/auth\/signin/);
  await stranger.close();
});

test("are renewed with a code from the app, and the old ones stop working", async ({
  page,
  createPerson,
}) => {
  const { email } = await createPerson();
  const { secret, tokens } = await addApp(email);
  await signInWithTokens(page.context(), email, tokens);
  await openHydrated(page, APPS);
  await expect(page.getByText("Codes left: 0")).toBeVisible();
  const [old = ""] = await renewCodes(page, currentCode(secret));
  await page.getByRole("link", { name: "I’ve saved them" }).click();
  await renewCodes(page, nextCode(secret));

  await openCodePage(page, email);
  await useCode(page, old);
  await expect(page.getByText("That code isn’t right, or it has already been used.")).toBeVisible();
});

test("are not renewed without a recent sign-in and a code", async ({ page, createPerson, sql }) => {
  const { id, email } = await createPerson();
  const { secret, tokens } = await addApp(email);
  await signInWithTokens(page.context(), email, tokens);
  await openHydrated(page, APPS);
  await page.getByText("Make new recovery codes").click();
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByText("Please enter the code")).toBeVisible();

  await sql`
    update auth.mfa_amr_claims c
    set created_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'
    from auth.sessions s where c.session_id = s.id and s.user_id = ${id}`;
  await signInWithTokens(page.context(), email, await renewTokens(tokens));
  await openHydrated(page, APPS);
  await page.getByText("Make new recovery codes").click();
  await page.locator("details[open]").getByLabel("Code").fill(nextCode(secret));
  await page.getByRole("button", { name: "Make new codes" }).click();
  await expect(page.getByRole("link", { name: "Sign in again" })).toBeVisible();
  expect(await sql`select from public.recovery_codes where user_id = ${id}`).toHaveLength(0);
});

test("are rate limited", async ({ page, createPerson }) => {
  const { email } = await createPerson();
  await addApp(email);
  await signInWithTokens(page.context(), email, await signInTokens(email));
  // In two minutes at most, one of which gets more than ten.
  const tries = await Promise.all(
    Array.from({ length: 21 }, () =>
      page.request.post("/auth/verify", { form: { intent: "recover", recoveryCode: GUESS } }),
    ),
  );
  expect(tries.map((response) => response.status())).toContain(429);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/auth\/verify/);
});

test("a sign-in whose code is due continues once the apps are removed", async ({
  page,
  createPerson,
  sql,
}) => {
  const { id, email } = await createPerson();
  await addApp(email);
  await signInWithTokens(page.context(), email, await signInTokens(email));
  await page.goto("/auth/verify");
  await sql`delete from auth.mfa_factors where user_id = ${id}`;
  await page.reload();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("they are shown, downloaded and used", async ({ page, createPerson }) => {
    const { email } = await createPerson();
    await signInWithTokens(page.context(), email);
    await page.goto(APPS);
    await setUpFirstApp(page);
    await expect(page.getByRole("link", { name: "Download" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    const [code = ""] = await shownCodes(page);
    await signInWithTokens(page.context(), email, await signInTokens(email));
    await page.goto("/auth/verify");
    await useCode(page, GUESS);
    await expect(
      page.getByText("That code isn’t right, or it has already been used."),
    ).toBeVisible();
    await useCode(page, code);
    await expect(page.getByText("two-step verification is off")).toBeVisible();
  });
});

test("the pages that show and ask for them are accessible and fit", async ({ page, person }) => {
  await openHydrated(page, APPS);
  await setUpFirstApp(page);
  await expectAccessible(page);
  await page.goto(APPS);
  await page.getByText("Make new recovery codes").click();
  await expectAccessible(page);
  await signInWithTokens(page.context(), person.email);
  await page.goto("/auth/verify");
  await page.getByText("I don’t have my device").click();
  await expectAccessible(page);
});
