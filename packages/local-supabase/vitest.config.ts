import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { silent: "passed-only", testTimeout: 15_000, globalSetup: ["./testing/postgres.ts"] },
});
