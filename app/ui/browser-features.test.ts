import { afterEach, expect, test, vi } from "vitest";
import { copyText, createId, openTabChannel, readTimeZone, sendBeacon } from "./browser-features";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("without a feature, an id is still a UUID, and the others do nothing and say so", async () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("BroadcastChannel", undefined);
  const ids = Array.from({ length: 100 }, createId);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  }
  expect(new Set(ids).size).toBe(100);
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
