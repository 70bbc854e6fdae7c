/**
 * Cloudflare's cache in front of the Worker, which workerd does not simulate: a shared cache that follows RFC
 * 9111 and 9213 takes its place. Every visitor requests every route through it.
 */
import CachePolicy from "http-cache-semantics";
import { LOCAL_KEYS } from "../../../tools/shared/settings.ts";
import { saysInHandle } from "../../../tools/vite/route-table.ts";
import { sessionCookie, sessionCookieName } from "../../support/auth-server.ts";
import { signInTokens, test } from "../../support/browser/accounts.ts";
import { expect, localUrls } from "../../support/browser/fixtures.ts";
import { listRouteExamples, publicPages, readModule } from "../../support/routes/route-table.ts";

const CAMPAIGN = "/pricing?utm_source=first-visitor&gclid=first-visitor";
const cached = publicPages.filter((route) => !saysInHandle(readModule(route), "uncached"));
const SHARED_PAGES = [...cached.map(({ pattern }) => pattern), CAMPAIGN];
const SHARED_FILES = ["/.well-known/security.txt", "/robots.txt", "/sitemap.xml"];
/** Belongs to the first visitor, or to one request. */
const PERSONAL =
  /set-cookie|x-request-id|server-timing|'nonce-|[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-/i;

interface Visitor {
  readonly name: string;
  readonly method?: "GET" | "HEAD";
  readonly headers?: Record<string, string>;
  /** What only this visitor may receive. */
  readonly secrets?: readonly string[];
}

interface Stored {
  readonly visitor: string;
  readonly policy: CachePolicy;
  readonly text: string;
}

/** The key is path and query, not the method, as Cloudflare's; variants by `Vary`. */
function createSharedCache(origin: string) {
  const stored = new Map<string, Stored[]>();
  async function get(path: string, { name, method = "GET", headers = {} }: Visitor) {
    const request = { url: path, method, headers: { host: new URL(origin).host, ...headers } };
    const variants = stored.get(path) ?? [];
    const hit = variants.find(({ policy }) => policy.satisfiesWithoutRevalidation(request));
    if (hit) return { isHit: true, text: method === "HEAD" ? "" : hit.text };
    const response = await fetch(origin + path, { method, headers, redirect: "manual" });
    const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`;
    const fields = Object.fromEntries(response.headers);
    const targeted = fields["cloudflare-cdn-cache-control"];
    const policy = new CachePolicy(
      request,
      {
        status: response.status,
        headers: targeted ? { ...fields, "cache-control": targeted } : fields,
      },
      { shared: true },
    );
    const isStored = method === "GET" && policy.storable() && !fields["set-cookie"];
    if (isStored) stored.set(path, [...variants, { visitor: name, policy, text }]);
    return { isHit: false, text };
  }
  return { stored, get };
}

test("the edge stores guests' pages only, and no one gets what was made for someone else", async ({
  createPerson,
  baseURL,
}) => {
  test.slow();
  async function signedIn(name: string): Promise<Visitor> {
    const person = await createPerson();
    const tokens = await signInTokens(person.email);
    return {
      name,
      headers: { cookie: sessionCookie(tokens) },
      secrets: [person.email, person.id, tokens.access_token],
    };
  }
  const [first, second, ended] = [
    await signedIn("A"),
    await signedIn("B"),
    await signedIn("ended"),
  ];
  const [, , token = ""] = ended.secrets ?? [];
  await fetch(`${localUrls.supabase}/auth/v1/logout?scope=global`, {
    method: "POST",
    headers: { apikey: LOCAL_KEYS.supabasePublishable, Authorization: `Bearer ${token}` },
  });
  const guest = { name: "guest" };
  const visitors: Visitor[] = [
    { name: "HEAD", method: "HEAD" },
    first,
    guest,
    second,
    { name: "foreign cookie", headers: { cookie: "_ga=GA1.1.1; known-browser=1" } },
    {
      name: "forged session",
      headers: { cookie: `${sessionCookieName({ access_token: token })}=base64-e30` },
    },
    ended,
    { name: "bearer", headers: { authorization: `Bearer ${first.secrets?.[2]}` } },
    { ...first, method: "HEAD" },
    guest,
  ];
  const routes = listRouteExamples().map(({ path }) => path);
  const others = [CAMPAIGN, "/?code=abc", "/_.data", "/pricing.data"];
  const paths = new Set([...routes, ...others, "/dashboard.data"]);
  const cache = createSharedCache(baseURL ?? "");
  const guestHits = new Set<string>();
  const expected = [...SHARED_PAGES, ...SHARED_FILES].toSorted();
  for (const path of paths) {
    // Of other paths, no response may be stored: a user and a guest ask.
    const asking = expected.includes(path) ? visitors : [first, guest];
    for (const visitor of asking) {
      const { isHit, text } = await cache.get(path, visitor);
      if (isHit && visitor === guest) guestHits.add(path);
      const others = visitors.filter(({ name }) => name !== visitor.name);
      const leaked = others.filter(({ secrets }) => secrets?.some((it) => text.includes(it)));
      expect(leaked, `${path} for ${visitor.name}`).toEqual([]);
    }
  }
  expect([...cache.stored.keys()].toSorted()).toEqual(expected);
  expect([...guestHits].toSorted()).toEqual(expected);
  for (const [path, variants] of cache.stored) {
    expect(new Set(variants.map(({ text }) => removeDate(text))).size, path).toBe(1);
    for (const { visitor, text } of variants) {
      expect(text, `${path} made for ${visitor}`).not.toMatch(PERSONAL);
      expect(text, `${path} made for ${visitor}`).not.toContain("first-visitor");
    }
  }
  const who = SHARED_PAGES.map((path) => cache.stored.get(path)?.map(({ visitor }) => visitor));
  expect(who).toEqual(SHARED_PAGES.map(() => ["guest", "foreign cookie"]));
});

const removeDate = (text: string) => text.replace(/"date","[^"]+"/, "");
