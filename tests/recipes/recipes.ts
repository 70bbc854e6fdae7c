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
  mail: { unit: ["app/devices", "local/emails"], browser: [] },
};
