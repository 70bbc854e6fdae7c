import { describe, expect, it } from "vitest";
import { wrapIndex } from "./slideshow";

describe("wrapIndex", () => {
  it("goes from the last place to the first", () => {
    expect(wrapIndex(3, 3)).toBe(0);
  });

  it("goes from the first place to the last", () => {
    expect(wrapIndex(-1, 3)).toBe(2);
  });

  it("leaves a place within the ring alone", () => {
    expect(wrapIndex(1, 3)).toBe(1);
  });
});
