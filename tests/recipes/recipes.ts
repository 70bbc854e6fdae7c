/** What a recipe of docs/recipes.md changes besides its patch, and the tests that it says to run. */
interface Recipe {
  /** Its migration, made by `npm run db:generate`, and what the recipe adds to its SQL. */
  readonly migration?: { readonly name: string; readonly sql: string };
  readonly unit: readonly string[];
  readonly browser: readonly string[];
}

/** The recipes with a patch, by its name. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  page: { unit: ["app/routes", "app/navigation"], browser: ["site/metadata", "site/every-page"] },
  "item-field": {
    migration: { name: "item_note", sql: "" },
    unit: ["app/items", "tests/tenancy", "drizzle", "ops/account"],
    browser: ["items/dashboard-plain", "account/data"],
  },
  list: {
    migration: {
      name: "projects",
      sql: "--> statement-breakpoint\nGRANT SELECT, INSERT, DELETE ON projects TO app_worker;\n",
    },
    unit: ["app/projects", "tests/tenancy", "drizzle", "ops/account"],
    browser: ["ended-sessions", "account/menu", "account/data", "budgets"],
  },
  plan: {
    unit: ["app/billing", "app/platform/config", "tools", "ops/setup-cloud", "tests/stripe-mock"],
    browser: [],
  },
  // One line; every test that could quote the price follows it.
  price: {
    unit: ["app/", "local/", "ops/", "tools/", "workers/"],
    browser: ["browser/billing", "site/pages"],
  },
  variables: { unit: ["app/platform/config", "tools/site-variables", "ops/lib"], browser: [] },
  cron: { unit: ["app/attempts", "local/commands/crons", "ops/lib/target"], browser: [] },
  mail: { unit: ["app/devices", "local/emails"], browser: [] },
};
