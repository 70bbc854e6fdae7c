/** What a recipe of docs/recipes.md changes besides its patch, and the tests that it says to run. */
interface Recipe {
  /** Files and folders that it deletes. */
  readonly remove?: readonly string[];
  readonly unit: readonly string[];
  readonly browser: readonly string[];
}

/** The recipes with a patch, by its name. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  page: { unit: ["app/routes", "app/navigation"], browser: ["site/metadata"] },
  "item-field": {
    unit: ["app/items", "tests/tenancy", "drizzle", "ops/account"],
    browser: ["browser/items", "account/data"],
  },
  list: {
    unit: ["app/projects", "tests/tenancy", "drizzle", "ops/account"],
    browser: ["ended-sessions", "account/menu", "account/data", "budgets"],
  },
  plan: { unit: ["app/billing", "app/platform/config", "tools/s", "ops/lib"], browser: [] },
  variables: { unit: ["app/platform/config", "tools/site-variables", "ops/lib"], browser: [] },
  cron: { unit: ["app/attempts", "local/commands/crons", "ops/lib/target"], browser: [] },
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
    browser: ["site/pages", "site/navigation", "site/metadata"],
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
