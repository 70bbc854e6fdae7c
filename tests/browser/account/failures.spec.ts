/** The account area while a backend fails. Runs its own instance of the product. */
import type { BrowserContext, Page } from "@playwright/test";
import postgres from "postgres";
import { expect, openHydrated, signIn, test } from "../../support/browser/fixtures.ts";
import { type FaultProxy, startFaultProxy } from "../../support/database/fault-proxy.ts";
import { type Product, startProduct } from "../../support/product.ts";

test.describe.configure({ mode: "serial" });

let product: Product;
let proxy: FaultProxy;
let sql: postgres.Sql;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(90_000);
  proxy = await startFaultProxy();
  product = await startProduct((variables) => ({
    ...variables,
    DATABASE_URL: proxy.proxyUrl(variables.DATABASE_URL ?? ""),
  }));
  sql = postgres(product.cloud.superuserUrl, { max: 1, onnotice: () => {} });
  context = await browser.newContext({ baseURL: product.siteUrl });
  page = await context.newPage();
  await signIn(page, "pro@example.com");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.afterAll(async () => {
  await context.close();
  await sql.end({ timeout: 5 });
  await product.close();
  await proxy.close();
});

async function turnStripe(isDown: boolean): Promise<void> {
  await fetch(`http://127.0.0.1:${product.ports.stripe}/_local/down`, {
    method: "POST",
    body: JSON.stringify({ down: isDown }),
  });
}

test("an unreachable database shows an error page with a retry link", async () => {
  proxy.setDown(true);
  for (const path of ["/dashboard", "/settings/general", "/account/export", "/account/delete"]) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(503);
    expect(response?.headers()["retry-after"]).toBeTruthy();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "We can’t reach the database right now.",
    );
  }
  proxy.setDown(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page).toHaveURL(/\/account\/delete$/);
  await expect(page.getByRole("heading", { name: "Delete my account" })).toBeVisible();
});

test("typed input stays while the database is unreachable", async () => {
  await openHydrated(page, "/settings/general");
  await page.getByLabel("Name").fill("Priya Patient");
  proxy.setDown(true);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "We can’t reach the database right now. Nothing was saved; please try again.",
  );
  await expect(page.getByLabel("Name")).toHaveValue("Priya Patient");
  proxy.setDown(false);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile has been updated")).toBeVisible();
  proxy.setDown(true);

  // Without scripts, the page itself can't be read.
  const account = await page.locator("input[name=account]").first().inputValue();
  const form = { account, name: "Priya Plain", email: "pro@example.com" };
  const plain = await context.request.post("/settings/general", { form });
  await page.setContent((await plain.text()).replaceAll(/<script.*?<\/script>/gs, ""));
  await expect(page.getByRole("alert")).toContainText("Nothing was saved; please try again.");
  await expect(page.getByText("Priya Plain")).toBeVisible();
  proxy.setDown(false);
});

test("a database without tables shows an error page that gives customers no command", async () => {
  const title = "We can’t read your account: the database may not be set up.";
  await sql`alter table public.users rename to users_elsewhere`;
  try {
    const response = await page.goto("/dashboard");
    expect(response?.status()).toBe(503);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("This is a problem on our side, not yours.")).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("npm");
  } finally {
    await sql`alter table public.users_elsewhere rename to users`;
  }
  await sql`revoke select on public.users from app_worker`;
  try {
    await page.goto("/settings/general");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  } finally {
    await sql`grant select on public.users to app_worker`;
  }
});

test("while Stripe is unreachable, billing shows an error", async () => {
  test.setTimeout(90_000);
  await turnStripe(true);
  const response = await page.goto("/settings/billing", { timeout: 60_000 });
  expect(response?.status()).toBe(503);
  await expect(page.getByRole("alert")).toContainText("We couldn’t open the billing portal");
  await turnStripe(false);
});

// The last test: Supabase Auth stays down.
test("while Supabase Auth is unreachable, signed-in pages load, and an emailed link can be tried again", async ({
  playwright,
}) => {
  await sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    select gen_random_uuid(), id, 'recovery_token', 'abc', lower(email) from auth.users limit 1`;
  await product.cloud.services.find(({ name }) => name === "Supabase")?.close();
  await openHydrated(page, "/settings/general");
  const twoStep = await page.goto("/settings/two-step");
  expect(twoStep?.status()).toBe(503);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("have not been signed out");

  const guest = await playwright.request.newContext({
    baseURL: product.siteUrl,
    extraHTTPHeaders: { Origin: product.siteUrl },
  });
  // The emailed link is still valid, so its button stays.
  const link = await guest.post("/auth/confirm?token_hash=abc&type=recovery", { form: {} });
  const linkPage = await link.text();
  expect(linkPage).toContain("try again in a moment");
  expect(linkPage).toContain(">Choose a new password</span></button>");
  expect(linkPage).not.toContain('href="/auth/forgotpass"');
  await guest.dispose();
});
