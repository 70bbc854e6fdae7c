import os from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { portsAt } from "../tools/settings.ts";
import { prepareChromium } from "./support/chromium.ts";

/** Set by run-e2e.ts, so that every worker of the run talks to the same site. */
const offset = Number(process.env.PORT_OFFSET);
const ports = portsAt(offset);
const { executablePath, args, env } = await prepareChromium();

export default defineConfig({
  testDir: "browser",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: process.env.E2E_REPORT
    ? [["list"], ["json", { outputFile: process.env.E2E_REPORT }]]
    : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${ports.start}`,
    launchOptions: { executablePath, args, env },
  },
  webServer: {
    command: "node local/commands/start.ts",
    cwd: path.join(import.meta.dirname, ".."),
    url: `http://127.0.0.1:${ports.start}/readyz`,
    timeout: 90_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGINT", timeout: 15_000 },
    stdout: "ignore",
    env: { LOCAL_DIR: process.env.LOCAL_DIR ?? path.join(os.tmpdir(), `selvedge-e2e-${offset}`) },
  },
});
