import os from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import * as v from "valibot";
import { portsAt } from "../tools/shared/settings.ts";
import { prepareChromium } from "./support/chromium.ts";

/** Set by run-e2e.ts, so that all workers use the same site. */
const offset = Number(process.env.PORT_OFFSET);
const ports = portsAt(offset);
/** Set by `--dev`: the site is a running `npm run dev`. */
const isDev = process.env.E2E_DEV === "1";

/** The engines of `--browser`. */
const ENGINES = {
  async chromium() {
    const { headless, ...launchOptions } = await prepareChromium({ headed: isDev && hasDisplay() });
    return { ...devices["Desktop Chrome"], headless, launchOptions };
  },
  firefox: async () => devices["Desktop Firefox"],
  webkit: async () => devices["Desktop Safari"],
} as const;
const engine = v.parse(
  v.optional(v.picklist(["chromium", "firefox", "webkit"]), "chromium"),
  process.env.E2E_BROWSER,
);

function hasDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== "linux" || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

const builtSite = {
  command: "node tests/support/browser/start-site.ts",
  cwd: path.join(import.meta.dirname, ".."),
  url: `http://127.0.0.1:${ports.start}/readyz`,
  timeout: 90_000,
  reuseExistingServer: false,
  gracefulShutdown: { signal: "SIGINT" as const, timeout: 15_000 },
  stdout: "ignore" as const,
  env: { LOCAL_DIR: process.env.LOCAL_DIR ?? path.join(os.tmpdir(), `site-e2e-${offset}`) },
};

export default defineConfig({
  testDir: "browser",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  // For the whole run, as when nothing works; fixtures.ts limits a file.
  maxFailures: 40,
  reporter: "list",
  use: {
    ...(await ENGINES[engine]()),
    baseURL: `http://localhost:${isDev ? ports.dev : ports.start}`,
    // Animations take a seventh of the browser's time. Tests of motion opt back in.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
  },
  ...(isDev ? {} : { webServer: builtSite }),
});
