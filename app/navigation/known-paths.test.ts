import { describe, expect, test } from "vitest";
import { findPath, findSimilarPath } from "./known-paths";

describe("a page has one path", () => {
  test.each([
    ["/About", "/about"],
    ["/PRICING/", "/pricing"],
    ["//pricing", "/pricing"],
    ["/legal//Privacy-Policy/", "/legal/privacy-policy"],
    ["/login", "/auth/signin"],
    ["/Login/", "/auth/signin"],
    ["/auth/login", "/auth/signin"],
    ["/auth/Forgot-Password/", "/auth/forgotpass"],
    ["/index.html", "/"],
    ["/settings", "/settings/general"],
    // Pasted with the end of a sentence.
    ["/faq.", "/faq"],
    ["/portfolio)", "/portfolio"],
    ["/legal/privacy-policy).", "/legal/privacy-policy"],
    ["/contact%22", "/contact"],
    ["/contact%E2%80%9D,", "/contact"],
    ["/contact%20", "/contact"],
  ])("%s is %s", (typed, path) => {
    expect(findPath(typed)).toBe(path);
    expect(findPath(path)).toBe(path === "/" ? undefined : path);
  });

  test.each(["/no/such/page/", "/constructor", "/auth/bogus", "/legal/bogus", "/)", "/faq/x"])(
    "%s is none",
    (path) => {
      expect(findPath(path)).toBeUndefined();
    },
  );
});

describe("an unknown path", () => {
  test.each([
    ["/princing", "/pricing"],
    ["/Abuot", "/about"],
    ["/portfollio/", "/portfolio"],
    ["/dashbord", "/dashboard"],
    ["/logn", "/auth/signin"],
    ["/privacy-polcy", "/legal/privacy-policy"],
    ["/contact.html", undefined],
    ["/test", undefined],
    ["/blog", undefined],
    ["/wp-admin", undefined],
    ["/a", undefined],
    [`/${"x".repeat(5_000)}`, undefined],
  ])("%s is like %s", (typed, path) => {
    expect(findSimilarPath(typed)).toBe(path);
  });
});
