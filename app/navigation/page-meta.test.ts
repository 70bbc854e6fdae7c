import { expect, test } from "vitest";
import { brand } from "~/content/brand";
import { pageMeta } from "./page-meta";

const SITE = "https://site.example";

function argsFor(path: string) {
  const { pathname, search } = new URL(path, "http://ignored.invalid");
  return {
    location: { pathname, search },
    matches: [{ id: "root", loaderData: { siteUrl: SITE } }],
  };
}

const canonical = (path: string) => ({ tagName: "link", rel: "canonical", href: SITE + path });
const property = (name: string, content: string) => ({ property: name, content });
const image = { drawing: "home/seam", alt: "A notebook." };

test.each<[string, string, Parameters<typeof pageMeta>[1], object]>([
  [
    "the canonical URL of path and query",
    "/contact?topic=change",
    {},
    canonical("/contact?topic=change"),
  ],
  ["only what pages read in it", "/faq?gad_source=1&ref=card", {}, canonical("/faq")],
  [
    "another canonical path",
    "/legal/bogus?x=1",
    { canonicalPath: "/legal/terms-of-service" },
    canonical("/legal/terms-of-service"),
  ],
  ["the site's title", "/", {}, { title: `${brand.name} · ${brand.claim}` }],
  ["a title with the name", "/faq", { title: "FAQ" }, { title: `FAQ · ${brand.name}` }],
  ["an empty description", "/", {}, { name: "description", content: "" }],
  ["the default image", "/", {}, property("og:image", `${SITE}/share/home/cloth.png`)],
  ["its own image", "/", { image }, property("og:image", `${SITE}/share/home/seam.png`)],
  ["its image's text", "/", { image }, property("og:image:alt", image.alt)],
  ["the type website", "/", {}, property("og:type", "website")],
  ["a large card", "/", {}, { name: "twitter:card", content: "summary_large_image" }],
  ["noindex on request", "/", { noindex: true }, { name: "robots", content: "noindex" }],
])("a page has %s", (_, path, page, descriptor) => {
  expect(pageMeta(argsFor(path), page)).toContainEqual(descriptor);
});

test("URLs stay on the site's domain for a path that looks like another host", () => {
  const location = { pathname: "//evil.example/x", search: "" };
  const descriptors = pageMeta({ ...argsFor("/"), location });
  expect(JSON.stringify(descriptors)).not.toContain('"https://evil.example');
});

test("URLs are omitted if the domain is unknown", () => {
  const descriptors = pageMeta({ ...argsFor("/"), matches: [] });
  expect(JSON.stringify(descriptors)).not.toContain("canonical");
});
