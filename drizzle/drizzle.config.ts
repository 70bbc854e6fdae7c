import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./drizzle/schema.ts",
  out: "./drizzle/migrations",
  schemaFilter: ["public"],
  entities: { roles: { provider: "supabase", exclude: ["app_worker"] } },
});
