/** Metadata of the whole site, for search engines and validators. Of each page: every-page.spec.ts. */
import { readFileSync } from "node:fs";
import { LinkChecker } from "linkinator";
import * as v from "valibot";
import { plans } from "../../../app/content/plans.ts";
import { studio } from "../../../app/content/studio.ts";
import { expect, test } from "../../support/browser/fixtures.ts";
import { publicPaths } from "../../support/routes/route-table.ts";

test("every page has a unique title and description", async ({ request }) => {
  const seen: string[] = [];
  for (const path of publicPaths) {
    const html = await (await request.get(path)).text();
    for (const pattern of [/<title>([^<]+)/, /<meta name="description" content="([^"]+)/]) {
      const text = String(pattern.exec(html)?.[1]);
      expect.soft(seen, path).not.toContain(text);
      seen.push(text);
    }
  }
});

test("structured data has each plan's price, and what it is for", async ({ request }) => {
  const html = await (await request.get("/pricing")).text();
  const offers = Array.from(html.matchAll(/"priceSpecification":\{[^}]*\}/g), ([offer]) => offer);
  expect(offers).toHaveLength(plans.length);
  for (const [index, { price }] of plans.entries()) {
    expect(offers[index]).toMatch(new RegExp(`"price":${price?.amount ?? 0}[,}]`));
    const unitCode = price && { month: "MON", year: "ANN" }[price.interval];
    if (unitCode) expect(offers[index]).toContain(`"unitCode":"${unitCode}"`);
    else expect(offers[index]).not.toContain("unitCode");
  }
});

test("the canonical URL ignores the Host header, and an error page is noindex", async ({
  request,
  baseURL,
}) => {
  const path = "/legal/privacy-policy";
  const html = await (await request.get(path, { headers: { Host: "evil.example" } })).text();
  expect(html).toContain(`<link rel="canonical" href="${baseURL}${path}"/>`);
  const error = await request.post(path, { headers: { Origin: String(baseURL) } });
  expect(error.status()).toBe(405);
  expect(await error.text()).toContain('<meta name="robots" content="noindex"/>');
});

test("files of staging and of its previews are noindex, as the pages are, and production's are not", async ({
  request,
}) => {
  const configured = readFileSync("wrangler.toml", "utf8").matchAll(
    /^SITE_URL = "https:\/\/([^"]+)"$/gm,
  );
  const [staging = "", production = ""] = Array.from(configured, ([, host]) => host);
  const preview = "1a2b3c4d-site-staging.someone.workers.dev";
  const robots: (string | undefined)[] = [];
  for (const Host of [staging, preview, production]) {
    const file = await request.get("/icon-192.png", { headers: { Host } });
    robots.push(file.headers()["x-robots-tag"]);
  }
  expect(robots).toEqual(["noindex", "noindex", undefined]);
});

test("the sitemap lists exactly the public pages, and robots.txt names it", async ({
  request,
  baseURL,
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);
  expect(listed.toSorted()).toEqual(publicPaths.map((path) => `${baseURL}${path}`).toSorted());
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  // Each visit would start a sign-in.
  expect(robots).toContain("Disallow: /auth/oauth/\n");
});

test("security.txt has a contact, and expires within a year", async ({ request, baseURL }) => {
  const response = await request.get("/.well-known/security.txt");
  expect(response.headers()["content-type"]).toBe("text/plain; charset=utf-8");
  const fields = new Map(
    (await response.text())
      .trim()
      .split("\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  expect(fields.get("Contact")).toBe(`mailto:${studio.email}`);
  expect(fields.get("Canonical")).toBe(`${baseURL}/.well-known/security.txt`);
  const daysLeft = (Date.parse(fields.get("Expires") ?? "") - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(365);
});

test("the web manifest's icons exist, and password managers find the page for a new password", async ({
  request,
}) => {
  const response = await request.get("/.well-known/change-password", { maxRedirects: 0 });
  expect(response.status()).toBe(302);
  expect(response.headers().location).toBe("/settings/password");
  const manifest = v.parse(
    v.looseObject({ icons: v.array(v.looseObject({ src: v.string() })) }),
    await (await request.get("/site.webmanifest")).json(),
  );
  for (const path of ["/favicon.ico", "/favicon.svg", "/apple-touch-icon.png"]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});

test("no link is broken", async ({ baseURL }) => {
  const result = await new LinkChecker().check({
    path: `${baseURL}/`,
    recurse: true,
    checkFragments: true,
    concurrency: 4,
    linksToSkip: async (link) => !link.startsWith(`${baseURL}/`),
  });
  expect(result.links.length).toBeGreaterThan(publicPaths.length);
  const broken = result.links.filter(({ state }) => state === "BROKEN");
  expect(broken.map(({ url, status, parent }) => `${parent} → ${url}: ${status}`)).toEqual([]);
});
