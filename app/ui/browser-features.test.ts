import { afterEach, expect, test, vi } from "vitest";
import { copyText, createId, openTabChannel, readTimeZone, sendBeacon } from "./browser-features";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("an id is a UUID", () => {
  const ids = Array.from({ length: 100 }, createId);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  }
  expect(new Set(ids).size).toBe(100);
});

test("without a feature, its function does nothing and says so", async () => {
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("BroadcastChannel", undefined);
  expect(openTabChannel("auth")).toBeUndefined();
  expect(await copyText("code")).toBe(false);
  expect(() => sendBeacon("/error-report", {})).not.toThrow();
});

test.each([undefined, "Etc/Unknown"])("a time zone of %s is UTC", (timeZone) => {
  const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone };
  const resolved = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  Reflect.apply(resolved.mockReturnValue, resolved, [options]);
  expect(readTimeZone()).toBe("UTC");
});
