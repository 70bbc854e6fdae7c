import { describe, expect, test } from "vitest";
import { portsAt, readPortOffset } from "./settings.ts";

describe("PORT_OFFSET", () => {
  test("shifts every port by the same number", () => {
    expect(portsAt(1000)).toMatchObject({ dev: 6173, start: 9787, supabase: 55321, stripe: 13111 });
  });

  test("defaults to 0", () => {
    expect(readPortOffset({})).toBe(0);
  });

  test.each(["-1", "1.5", "many", "20000"])("%s is rejected", (value) => {
    expect(() => readPortOffset({ PORT_OFFSET: value })).toThrow(/PORT_OFFSET must be.*not "/);
  });
});
