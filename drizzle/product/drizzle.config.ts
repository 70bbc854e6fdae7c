import { defineConfig } from "drizzle-kit";
import template from "../drizzle.config.ts";

/** Your migrations: `npm run db:generate`. They have a journal apart from the template's, so updates never collide. */
export default defineConfig({
  ...template,
  schema: "./drizzle/product/schema.ts",
  out: "./drizzle/product/migrations",
});
