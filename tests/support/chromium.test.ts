import { expect, test } from "vitest";
import { chooseBrowser } from "./chromium.ts";

const machine = {
  platform: "darwin",
  arch: "arm64",
  named: undefined,
  playwrights: "/cache/chromium",
  exists: () => false,
};

test("Linux x64 uses the browser that npm brings", () => {
  expect(chooseBrowser({ ...machine, platform: "linux", arch: "x64" })).toEqual({
    from: "package",
  });
});

test("elsewhere the browser that Playwright installed is used", () => {
  expect(chooseBrowser({ ...machine, exists: () => true })).toEqual({
    from: "path",
    executablePath: "/cache/chromium",
  });
});

test("CHROMIUM_PATH goes before both", () => {
  const named = "/usr/bin/chromium";
  const chosen = { from: "path", executablePath: named };
  expect(chooseBrowser({ ...machine, named, exists: () => true })).toEqual(chosen);
  expect(
    chooseBrowser({ ...machine, platform: "linux", arch: "x64", named, exists: () => true }),
  ).toEqual(chosen);
});

test("a machine without a browser is told what to do in one line", () => {
  expect(() => chooseBrowser(machine)).toThrow(
    "No browser for darwin-arm64: run `npx playwright install chromium`, or name one in CHROMIUM_PATH",
  );
  expect(() => chooseBrowser({ ...machine, named: "/nowhere" })).toThrow(
    "CHROMIUM_PATH names no file: /nowhere",
  );
});
