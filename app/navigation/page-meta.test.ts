import { describe, expect, it } from "vitest";
import { brand } from "~/content/brand";
import { pageMeta } from "./page-meta";

function argsFor(path: string) {
  const { pathname, search } = new URL(path, "http://ignored.invalid");
  const root = { id: "root", loaderData: { siteUrl: "https://site.example" } };
  return { location: { pathname, search }, matches: [root] };
}

describe("pageMeta", () => {
  it("builds the canonical URL from the site's domain, the path and the query", () => {
    expect(pageMeta(argsFor("/faq?ref=card"))).toContainEqual({
      tagName: "link",
      rel: "canonical",
      href: "https://site.example/faq?ref=card",
    });
  });

  it("stays on the site's domain for a path that looks like another host", () => {
    const location = { pathname: "//evil.example/x", search: "" };
    const descriptors = pageMeta({ ...argsFor("/"), location });
    expect(JSON.stringify(descriptors)).not.toContain('"https://evil.example');
  });

  it("falls back to the site title, an empty description and the default image", () => {
    const descriptors = pageMeta(argsFor("/"));
    expect(descriptors).toContainEqual({ title: `${brand.name} · ${brand.claim}` });
    expect(descriptors).toContainEqual({ name: "description", content: "" });
    expect(descriptors).toContainEqual({
      property: "og:image",
      content: "https://site.example/share/home/cloth.png",
    });
  });

  it("shares the page's own picture, with its alternative text", () => {
    const image = { drawing: "home/seam", alt: "A notebook." };
    const descriptors = pageMeta(argsFor("/pricing"), { image });
    expect(descriptors).toContainEqual({
      property: "og:image",
      content: "https://site.example/share/home/seam.png",
    });
    expect(descriptors).toContainEqual({ property: "og:image:alt", content: image.alt });
  });

  it("adds the studio's name to a page's title", () => {
    expect(pageMeta(argsFor("/faq"), { title: "Questions" })).toContainEqual({
      title: `Questions · ${brand.name}`,
    });
  });

  it("uses the canonical path if it differs from the requested one", () => {
    const canonicalPath = "/legal/terms-of-service";
    expect(pageMeta(argsFor("/legal/bogus?x=1"), { canonicalPath })).toContainEqual({
      tagName: "link",
      rel: "canonical",
      href: "https://site.example/legal/terms-of-service",
    });
  });

  it("describes a website with a large card", () => {
    const descriptors = pageMeta(argsFor("/"));
    expect(descriptors).toContainEqual({ property: "og:type", content: "website" });
    expect(descriptors).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
  });

  it("sets noindex on request", () => {
    expect(pageMeta(argsFor("/dashboard"), { noindex: true })).toContainEqual({
      name: "robots",
      content: "noindex",
    });
  });

  it("omits URLs if the domain is unknown", () => {
    const descriptors = pageMeta({ ...argsFor("/"), matches: [] });
    expect(JSON.stringify(descriptors)).not.toContain("canonical");
  });
});
