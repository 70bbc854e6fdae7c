/** The patches of docs/recipes.md, each with the tests that its recipe says to run. */
export const RECIPES: Readonly<
  Record<string, { readonly unit: string[]; readonly browser: string[] }>
> = {
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
};
