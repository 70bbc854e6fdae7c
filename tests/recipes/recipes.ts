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
      "tests/browser/auth/passkeys.spec.ts",
      "tests/support/passkeys.ts",
    ],
    unit: ["app/", "drizzle", "tools/s", "ops/setup-cloud", "workers"],
    browser: ["browser/auth", "browser/account"],
  },
};
