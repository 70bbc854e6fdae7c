import fc from "fast-check";
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

/** Text from the characters that decide where an address leads, with ordinary text between them. */
const crookedText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "/",
        "//",
        "\\",
        ".",
        "..",
        "@",
        ":",
        "?",
        "#",
        "%2f",
        "%5c",
        "\t",
        "\n",
        "http:",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
      fc.webPath(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => `/${parts.join("")}`);

test("whatever is followed stays on this site, in the eyes of the browser's own rules", () => {
  fc.assert(
    fc.property(crookedText, fc.webUrl(), (candidate, site) => {
      const path = safePath(candidate);
      if (path === undefined) return;
      const target = new URL(path, site);
      expect(target.origin).toBe(new URL(site).origin);
      expect(target.pathname + target.search).toBe(path);
    }),
    { numRuns: 2_000 },
  );
});

test("what was followed once is followed again, to the same place", () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const first = safePath(`/p${path}?${query}`);
      expect(first).toBeDefined();
      expect(safePath(first)).toBe(first);
    }),
  );
});
