import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REDIRECT_PAYLOADS } from "../../tests/security/redirect-payloads";
import { changePasswordPath, safePath, signInPath, toSameOriginUrl } from "./paths";

describe("safePath", () => {
  test.each([
    ["/dashboard", "/dashboard"],
    ["/dashboard?paid=true", "/dashboard?paid=true"],
    ["/settings/../dashboard", "/dashboard"],
    ["/search?q=//evil.example", "/search?q=//evil.example"],
  ])("accepts %s", (candidate, expected) => {
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
  ])("rejects %j", (candidate) => {
    expect(safePath(candidate)).toBeUndefined();
  });
});

test("rejects paths that are too long", () => {
  expect(safePath(`/${"a".repeat(1_999)}`)).toBeDefined();
  expect(safePath(`/${"a".repeat(2_000)}`)).toBeUndefined();
});

/** Paths from the characters that decide how a URL is resolved, mixed with ordinary text. */
const adversarialPath = fc
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

test("accepted paths stay on this origin when resolved as a browser does", () => {
  fc.assert(
    fc.property(adversarialPath, fc.webUrl(), (candidate, site) => {
      const path = safePath(candidate);
      if (path === undefined) return;
      const target = new URL(path, site);
      expect(target.origin).toBe(new URL(site).origin);
      expect(target.pathname + target.search).toBe(path);
    }),
    { numRuns: 2_000 },
  );
});

test("is idempotent", () => {
  fc.assert(
    fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
      const first = safePath(`/p${path}?${query}`);
      expect(first).toBeDefined();
      expect(safePath(first)).toBe(first);
    }),
  );
});

test("a path that is too long to continue to is replaced by the dashboard", () => {
  expect(signInPath(`/account/export?${"q".repeat(2_000)}`)).toBe("/auth/signin?next=%2Fdashboard");
});

test("the page for a new password continues to another page, never to itself", () => {
  const path = changePasswordPath("/purchase/pro");
  expect(path).toBe("/auth/changepass?next=%2Fpurchase%2Fpro");
  expect(changePasswordPath(path)).toBe(path);
});

describe("toSameOriginUrl", () => {
  const SITE = "https://studio.example";

  test.each([
    ["https://studio.example/dashboard?paid=true", "https://studio.example/dashboard?paid=true"],
    ["HTTPS://Studio.Example:443/a b/../c?name=é", "https://studio.example/c?name=%C3%A9"],
    ["https://studio.example\\settings", "https://studio.example/settings"],
    ["https://studio.example.evil.example/", undefined],
    ["https://evil.example/https://studio.example/", undefined],
    ["http://studio.example/", undefined],
    ["javascript:alert(1)", undefined],
    ["/dashboard", undefined],
  ])("%s is normalized to %s", (url, expected) => {
    expect(toSameOriginUrl(url, SITE)).toBe(expected);
  });
});
