import { expect, test } from "vitest";
import { chooseBrowser } from "./chromium.ts";

const mac = {
  platform: "darwin",
  arch: "arm64",
  configuredPath: undefined,
  playwrightPath: "/cache/chromium",
  headed: false,
  exists: () => false,
};
const linux = { ...mac, platform: "linux", arch: "x64" };
const found = { exists: () => true };
const configured = { ...found, configuredPath: "/usr/bin/chromium" };
const fromPackage = { from: "package" };
const fromPath = (executablePath: string) => ({ from: "path", executablePath });

test.each([
  ["Linux x64 uses the npm package", linux, fromPackage],
  ["a visible one on Linux x64 too", { ...linux, headed: true }, fromPackage],
  [
    "unless Playwright's is installed",
    { ...linux, ...found, headed: true },
    fromPath("/cache/chromium"),
  ],
  ["other platforms use Playwright's", { ...mac, ...found }, fromPath("/cache/chromium")],
  ["CHROMIUM_PATH takes precedence", { ...mac, ...configured }, fromPath("/usr/bin/chromium")],
  ["on Linux x64 too", { ...linux, ...configured }, fromPath("/usr/bin/chromium")],
])("%s", (_, machine, browser) => {
  expect(chooseBrowser(machine)).toEqual(browser);
});

test("fails with one line when there is no browser", () => {
  expect(() => chooseBrowser(mac)).toThrow(
    "No browser for darwin-arm64: run `npx playwright install chromium`, or set CHROMIUM_PATH",
  );
  expect(() => chooseBrowser({ ...mac, configuredPath: "/nowhere" })).toThrow(
    "CHROMIUM_PATH does not exist: /nowhere",
  );
});
