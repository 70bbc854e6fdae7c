/** What a recipe of docs/recipes.md changes besides its patch, and the tests that it says to run. */
interface Recipe {
  /** Files and folders that it deletes. */
  readonly remove?: readonly string[];
  readonly unit: readonly string[];
  readonly browser: readonly string[];
}

/** The recipes with a patch, by its name. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  page: { unit: ["app/routes", "app/navigation"], browser: ["site/metadata", "site/every-page"] },
  "item-field": {
    remove: ["drizzle/schema.test.ts"],
    unit: ["app/items", "tests/tenancy", "drizzle", "ops/account"],
    browser: ["browser/items", "account/data"],
  },
  list: {
    unit: ["app/projects", "tests/tenancy", "drizzle", "ops/account"],
    browser: ["ended-sessions", "account/menu", "account/data", "budgets"],
  },
  plan: { unit: ["app/billing", "app/platform/config", "tools", "ops/lib"], browser: [] },
  // One line; every test that could quote the price follows it.
  price: {
    unit: ["app/", "local/", "ops/", "tools/", "workers/"],
    browser: ["browser/billing", "site/pages"],
  },
  variables: { unit: ["app/platform/config", "tools/site-variables", "ops/lib"], browser: [] },
  cron: { unit: ["app/attempts", "local/commands/crons", "ops/lib/target"], browser: [] },
  mail: { unit: ["app/devices", "local/mails"], browser: [] },
  showcases: {
    remove: [
      "app/marketing/showcases",
      "app/marketing/drawings/screens/broodbook-calendar.svg",
      "app/marketing/drawings/screens/broodbook-person.svg",
      "app/marketing/drawings/screens/poflow-budget.svg",
      "app/marketing/drawings/screens/poflow-order.svg",
      "app/content/marketing/showcases.ts",
      "app/routes/marketing/broodbook.tsx",
      "app/routes/marketing/poflow.tsx",
      "tests/browser/site/showcases.spec.ts",
    ],
    unit: ["app/routes", "app/navigation", "app/content", "tools/studio-files"],
    browser: ["site/marketing", "site/navigation", "site/metadata", "site/every-page"],
  },
  marketing: {
    remove: [
      "app/content/marketing/faq.test.ts",
      "app/content/marketing/faq.ts",
      "app/content/marketing/home.ts",
      "app/content/marketing/portfolio.ts",
      "app/content/marketing/showcases.ts",
      "app/content/marketing/team.ts",
      "app/marketing/drawing.tsx",
      "app/marketing/drawings",
      "app/marketing/section.tsx",
      "app/marketing/showcases",
      "app/routes/marketing/about.tsx",
      "app/routes/marketing/broodbook.tsx",
      "app/routes/marketing/faq.tsx",
      "app/routes/marketing/home.tsx",
      "app/routes/marketing/poflow.tsx",
      "app/routes/marketing/portfolio.tsx",
      "app/ui/styles/marketing.css",
      "tests/browser/site/marketing.spec.ts",
      "tests/browser/site/showcases.spec.ts",
    ],
    unit: [
      "app/",
      "drizzle/",
      "local/",
      "ops/",
      "tests/tenancy",
      "tools/s",
      "tools/import",
      "workers/",
    ],
    browser: ["browser/account", "browser/auth", "browser/billing", "browser/site"],
  },
  "two-step": {
    remove: [
      "app/two-step",
      "app/content/auth/two-step.ts",
      "app/routes/account/settings/two-step.tsx",
      "app/routes/auth/verify.tsx",
      "tests/browser/auth/passkeys-two-step.spec.ts",
      "tests/browser/auth/recovery-codes.spec.ts",
      "tests/browser/auth/two-step-guard.spec.ts",
      "tests/browser/auth/two-step.spec.ts",
      "tests/support/two-step.ts",
    ],
    unit: ["app/", "drizzle", "tools/s", "tools/import-order", "tests/tenancy", "workers"],
    browser: ["browser/auth", "browser/account"],
  },
  passkeys: {
    remove: [
      "app/auth/passkeys",
      "app/content/auth/passkey-errors.ts",
      "app/content/auth/passkeys.ts",
      "app/routes/account/settings/passkeys.tsx",
      "app/routes/auth/passkey.ts",
      "tests/browser/auth/passkeys-two-step.spec.ts",
      "tests/browser/auth/passkeys-server.spec.ts",
      "tests/browser/auth/passkeys.spec.ts",
      "tests/support/passkeys.ts",
    ],
    unit: ["app/", "drizzle", "tools/s", "ops/setup-cloud", "workers"],
    browser: ["browser/auth", "browser/account"],
  },
  billing: {
    remove: [
      "app/billing",
      "app/content/billing",
      "app/content/marketing/pricing.ts",
      "app/content/plans.ts",
      "app/marketing/plans.tsx",
      "app/routes/account/billing-details.ts",
      "app/routes/account/purchase.tsx",
      "app/routes/account/settings/billing.tsx",
      "app/routes/api",
      "app/routes/marketing/pricing.tsx",
      "app/api/api-request.server.ts",
      "app/ui/behaviors/times.ts",
      "ops/cloud/stripe-portal.ts",
      "ops/cloud/stripe-prices.ts",
      "ops/cloud/stripe-webhook.ts",
      "ops/lib/stripe.ts",
      "ops/resync-customers.ts",
      // Its tests.
      "app/api/api-request.server.test.ts",
      "app/items/plan-gate.worker.test.ts",
      "app/routes/round-trips.test.ts",
      "ops/cloud/stripe-portal.test.ts",
      "ops/resync-customers.test.ts",
      "tests/browser/billing",
      "tests/storms/billing",
      "tests/stripe-mock",
      "tests/support/billing-fixtures.ts",
      "tests/support/billing-world.ts",
      "tests/support/prices.ts",
      // The other patches are for the template with billing.
      "tests/recipes",
    ],
    // It lists the sentences about billing that are left in docs/.
    unit: ["--exclude=tools/docs-links.test.ts"],
    browser: ["browser/account", "browser/auth", "browser/items", "browser/site"],
  },
};
