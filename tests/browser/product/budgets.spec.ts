/**
 * Download sizes of the production build: gzip level 9, in KB of 1,000 bytes, of what the browser requests. The
 * local server itself does not compress.
 */
import type { Page } from "@playwright/test";
import { test } from "../../support/browser/accounts.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import {
  download,
  ENTRY_MODULE,
  findModule,
  findStaticImports,
  gzippedKb,
  inlineScriptKb,
  readServerModules,
  sumKb,
} from "../../support/browser/page-weight.ts";
import { listAccountExamples } from "../../support/route-table.ts";

const SIGN_IN_PAGES = ["/auth/signin", "/auth/signup", "/auth/forgotpass"];
/** The dashboard has a test apart; the billing page leads to Stripe. */
const APART = ["/dashboard", "/settings/billing"];
const ACCOUNT_PAGES = [
  ...(await listAccountExamples()).map(({ path }) => path).filter((path) => !APART.includes(path)),
  "/auth/reauthenticate",
];

/** Where they go: docs/decisions/0010-page-weight.md. */
const HYDRATED_SCRIPT_KB = 135;
/** Of 1,024 bytes. */
const BUDGET_KIB = { worker: 400, startUp: 55, publicPage: 220 } as const;

/** V8 parses all of them at start, also those that are imported on demand. */
const MODULES = 95;

/** Compressed together, as wrangler measures an upload. */
const kibOf = (texts: Iterable<string>) => gzippedKb([...texts].join("")) / 1.024;

/** Asserts the script budget of a hydrated page. */
async function checkHydratedPage(page: Page, url: string): Promise<void> {
  // Keeps the purchase page from redirecting to checkout.
  await page.route("**/api/**", (route) => route.abort());
  const { downloads, html } = await download(page, url);
  const kb = sumKb(downloads, "script") + inlineScriptKb(html);
  test.info().annotations.push({ type: `measured ${url}`, description: `${kb.toFixed(1)} KB` });
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  expect(new URL(page.url()).pathname).toBe(url);
  expect(kb, url).toBeLessThanOrEqual(HYDRATED_SCRIPT_KB);
}

test(`a sign-in page ships at most ${HYDRATED_SCRIPT_KB} KB of JavaScript`, async ({ context }) => {
  for (const url of SIGN_IN_PAGES) await checkHydratedPage(await context.newPage(), url);
});

test(`a page of the account area ships at most ${HYDRATED_SCRIPT_KB} KB of JavaScript`, async ({
  page,
  person: _,
}) => {
  // The purchase page must not leave for Stripe while it is measured.
  await page.context().route("**/purchase/pro.data*", (route) => route.abort());
  for (const url of ACCOUNT_PAGES) {
    const opened = await page.context().newPage();
    await checkHydratedPage(opened, url);
    // It would read its data again when the next page changes something.
    await opened.close();
  }
});

test(`the dashboard ships at most ${HYDRATED_SCRIPT_KB} KB of JavaScript, empty and with items`, async ({
  page,
  person: _,
}) => {
  const check = async () => {
    const opened = await page.context().newPage();
    await checkHydratedPage(opened, "/dashboard");
    // It would read its data again when the other page changes something.
    await opened.close();
  };
  await check();
  await openHydrated(page, "/dashboard");
  await page.getByLabel("New item").fill("Something to show");
  await page.getByLabel("New item").press("Enter");
  await expect(page.getByRole("button", { name: "Delete Something to show" })).toBeVisible();
  await check();
});

test(`the Worker's upload is at most ${BUDGET_KIB.worker} KiB in ${MODULES} modules`, () => {
  const modules = readServerModules();
  expect(modules.size).toBeLessThanOrEqual(MODULES);
  const kib = kibOf(modules.values());
  test.info().annotations.push({ type: "measured", description: `${kib.toFixed(0)} KiB` });
  expect(kib).toBeGreaterThan(100);
  expect(kib).toBeLessThanOrEqual(BUDGET_KIB.worker);
});

/** Strings unique to these packages; each must be in the build, or the test proves nothing. */
const HEAVY = {
  stripe: "createSubtleCryptoProvider",
  "supabase's auth client": "GoTrueClient",
  "the database driver": "SCRAM-SHA-256",
} as const;

for (const [what, entry, budget] of [
  ["start-up evaluates", ENTRY_MODULE, BUDGET_KIB.startUp],
  ["a public page evaluates", "assets/server-build-", BUDGET_KIB.publicPage],
] as const) {
  test(`${what} at most ${budget} KiB, and no client of a service`, () => {
    const modules = readServerModules();
    const closure = findStaticImports(modules, findModule(modules, entry));
    const texts = [...closure].map((module) => modules.get(module) ?? "");
    const kib = kibOf(texts);
    test.info().annotations.push({ type: "measured", description: `${kib.toFixed(0)} KiB` });
    for (const [name, mark] of Object.entries(HEAVY)) {
      expect([...modules.values()].some((text) => text.includes(mark))).toBe(true);
      expect(
        texts.some((text) => text.includes(mark)),
        `${name} in it`,
      ).toBe(false);
    }
    expect(kib).toBeLessThanOrEqual(budget);
  });
}
