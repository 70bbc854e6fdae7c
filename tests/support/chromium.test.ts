import { expect, test } from "vitest";
import { chooseBrowser } from "./chromium.ts";

const machine = {
  platform: "darwin",
  arch: "arm64",
  configuredPath: undefined,
  playwrightPath: "/cache/chromium",
  headed: false,
  exists: () => false,
};

test("Linux x64 uses the npm package", () => {
  expect(chooseBrowser({ ...machine, platform: "linux", arch: "x64" })).toEqual({
    from: "package",
  });
});

test("a visible browser on Linux x64 is Playwright's, if installed", () => {
  const headed = { ...machine, platform: "linux", arch: "x64", headed: true };
  expect(chooseBrowser({ ...headed, exists: () => true })).toMatchObject({ from: "path" });
  expect(chooseBrowser(headed)).toEqual({ from: "package" });
});

test("other platforms use Playwright's browser", () => {
  expect(chooseBrowser({ ...machine, exists: () => true })).toEqual({
    from: "path",
    executablePath: "/cache/chromium",
  });
});

test("CHROMIUM_PATH takes precedence", () => {
  const configuredPath = "/usr/bin/chromium";
  const chosen = { from: "path", executablePath: configuredPath };
  expect(chooseBrowser({ ...machine, configuredPath, exists: () => true })).toEqual(chosen);
  expect(
    chooseBrowser({
      ...machine,
      platform: "linux",
      arch: "x64",
      configuredPath,
      exists: () => true,
    }),
  ).toEqual(chosen);
});

test("fails with one line when there is no browser", () => {
  expect(() => chooseBrowser(machine)).toThrow(
    "No browser for darwin-arm64: run `npx playwright install chromium`, or set CHROMIUM_PATH",
  );
  expect(() => chooseBrowser({ ...machine, configuredPath: "/nowhere" })).toThrow(
    "CHROMIUM_PATH does not exist: /nowhere",
  );
});
