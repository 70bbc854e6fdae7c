import { describe, expect, test } from "vitest";
import { REDIRECT_PAYLOADS } from "../../tests/security/redirect-payloads";
import { safePath } from "./paths";

describe("a path to return to", () => {
  test.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard?paid=true", "/dashboard?paid=true"],
    ["/settings/../dashboard", "/dashboard"],
    ["/search?q=//evil.example", "/search?q=//evil.example"],
  ])("%s is followed", (candidate, expected) => {
    expect(safePath(candidate)).toBe(expected);
  });

  test.each([
    null,
    undefined,
    "",
    "dashboard",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    " /dashboard",
    ...REDIRECT_PAYLOADS,
  ])("%j is refused", (candidate) => {
    expect(safePath(candidate)).toBeUndefined();
  });
});

test("an address that is longer than any of this site is not followed", () => {
  expect(safePath(`/${"a".repeat(1_999)}`)).toBeDefined();
  expect(safePath(`/${"a".repeat(2_000)}`)).toBeUndefined();
});
