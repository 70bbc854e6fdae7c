/**
 * `npm run test:e2e`: the browser tests against the production build, on free ports and with fresh data. With
 * `--dev`, against a running `npm run dev`, in a visible browser if there is a display: `npm run test:e2e --
 * --dev -g "words of the test"`. With `--browser firefox` or `--browser webkit`, in Playwright's own engine,
 * which `npx playwright install` downloads.
 */
import path from "node:path";
import { readPortOffset } from "../tools/shared/settings.ts";
import { runTests } from "./runner/runner.ts";
import { findFreeOffset } from "./support/isolation.ts";

const PLAYWRIGHT = [
  "node_modules/.bin/playwright",
  "test",
  "--config",
  "tests/playwright.config.ts",
] as const;

await runTests("e2e", async ({ folder, run }) => {
  const args = process.argv.slice(2);
  const browserAt = args.indexOf("--browser");
  const [, E2E_BROWSER = "chromium"] = browserAt < 0 ? [] : args.splice(browserAt, 2);
  const isDev = args.includes("--dev");
  const env = isDev
    ? { E2E_DEV: "1", PORT_OFFSET: String(readPortOffset()) }
    : { PORT_OFFSET: String(await findFreeOffset()), LOCAL_DIR: path.join(folder, "local") };
  const options = isDev ? ["--workers=1", ...args.filter((arg) => arg !== "--dev")] : args;
  const [program, ...config] = PLAYWRIGHT;
  const PLAYWRIGHT_TRANSFORM_CACHE_DIR = path.resolve("node_modules/.cache/playwright");
  return run(program, [...config, ...options], {
    env: { ...process.env, ...env, E2E_BROWSER, PLAYWRIGHT_TRANSFORM_CACHE_DIR },
  });
});
