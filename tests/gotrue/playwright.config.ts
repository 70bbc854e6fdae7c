/** The browser tests of sign-in and account, on the real Supabase Auth. */
import path from "node:path";
import { defineConfig } from "@playwright/test";
import base from "../playwright.config.ts";

const { webServer } = base;
if (webServer === undefined || Array.isArray(webServer)) throw new Error("One server is expected");

export default defineConfig({
  ...base,
  testDir: path.join(import.meta.dirname, "..", "browser"),
  outputDir: "../../test-results",
  webServer: { ...webServer, command: "node tests/gotrue/start.ts" },
});
