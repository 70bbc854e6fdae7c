import { describe, expect, test } from "vitest";
import { parseConfig } from "~/platform/config.server";
import { portsAt } from "../tools/shared/settings.ts";
import { localVariables } from "../tools/shared/site-variables.ts";
import { createAnonymousRequest, isCacheable, readPageCache, writePageCache } from "./page-cache";

const SITE = "https://www.example.com";
const PAGE = "/legal/privacy-policy";
const config = parseConfig(localVariables(portsAt(0), SITE));
const get = (path: string, headers: Record<string, string> = {}) =>
  new Request(SITE + path, { headers });

describe("a page is cached for guests", () => {
  test.each([PAGE, `${PAGE}?utm_source=mail&gclid=1`, `${PAGE}?ref=card`])("%s", (path) => {
    expect(isCacheable(get(path), config)).toBe(true);
  });

  test.each([`${PAGE}?code=a`, `${PAGE}?utm_source=mail&error_code=a`, "/dashboard"])(
    "but not %s",
    (path) => {
      expect(isCacheable(get(path), config)).toBe(false);
    },
  );

  test("but not with a session", () => {
    const headers = { Cookie: "__Host-sb-127-54321-auth-token=base64-e30" };
    expect(isCacheable(get(PAGE, headers), config)).toBe(false);
  });
});

/** A page as rendered, with the header of one to share. */
const page = (html: string) => new Response(html, { headers: { ETag: '"1"' } });

test("visitors of a campaign share one page, rendered without the first one's parameters", async () => {
  const first = get(`${PAGE}?utm_source=first&gclid=secret`, {
    Referer: "https://ads.example",
  });
  expect(readPageCache(first)).toBeUndefined();
  const rendered = createAnonymousRequest(first);
  expect(rendered.url).toBe(SITE + PAGE);
  expect([...rendered.headers]).toEqual([["accept", "text/html"]]);
  await writePageCache(first, page("a page"));
  for (const path of [PAGE, `${PAGE}?utm_source=second`]) {
    expect(await readPageCache(get(path))?.text()).toBe("a page");
  }
});

test("browsers revalidate a cached page every time, so that a sign-in takes effect", async () => {
  const request = get("/faq");
  const written = await writePageCache(request, page("<p>Questions</p>"));
  for (const response of [written, readPageCache(request)]) {
    expect(response?.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
    const atTheEdge = response?.headers.get("Cloudflare-CDN-Cache-Control");
    expect(atTheEdge).toMatch(/^public, max-age=300, stale-while-revalidate=86400,/);
  }
});

test("a page rendered for one visitor is not cached", async () => {
  const request = get("/contact");
  const rendered = new Response("a form");
  expect(await writePageCache(request, rendered)).toBe(rendered);
  expect(readPageCache(request)).toBeUndefined();
});

test("caches outside keep a guest's page apart from those with a session: Vary: Cookie", async () => {
  const written = await writePageCache(get("/faq"), page("a page"));
  expect(written.headers.get("Vary")).toBe("Cookie");
});
