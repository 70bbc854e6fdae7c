import { describe, expect, test } from "vitest";
import { computeETag, hashInlineScripts } from "./digest.server";

describe("the hashes of a page's inline scripts", () => {
  test("match what browsers compute", async () => {
    // Example of CSP Level 3: the hash of alert('Hello, world.');
    const html = "<script>alert('Hello, world.');</script>";
    expect(await hashInlineScripts(html)).toEqual([
      "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    ]);
  });

  test("cover each script once, whatever its attributes, and skip files and data", async () => {
    const html = `<script>a</script><script id="x">a</script><script type="module">b</script>
      <script src="/x.js"></script><script type="application/ld+json">{}</script>`;
    expect(await hashInlineScripts(html)).toHaveLength(2);
  });
});

test("an entity tag changes only with the page", async () => {
  expect(await computeETag("<p>a")).toBe(await computeETag("<p>a"));
  expect(await computeETag("<p>a")).not.toBe(await computeETag("<p>b"));
  expect(await computeETag("<p>a")).toMatch(/^W\/"[\w+/]{22}"$/);
});
