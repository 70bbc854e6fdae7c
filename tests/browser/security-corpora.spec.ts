/** Redirects off the site and requests from other sites, in bulk, against everything that could fall for them. */
import { CROSS_SITE_REQUESTS } from "../security/cross-site-requests.ts";
import { REDIRECT_PAYLOADS } from "../security/redirect-payloads.ts";
import { signInTokens } from "../support/account-fixtures.ts";
import { createAccount, expect, test } from "../support/fixtures.ts";
import { listRouteExamples } from "../support/route-table.ts";

/** Signed in behind the browser's back. */
async function sessionCookie(email: string): Promise<string> {
  await createAccount(email);
  const tokens = JSON.stringify(await signInTokens(email));
  return `sb-127-auth-token=base64-${Buffer.from(tokens).toString("base64url")}`;
}

test("the corpora are as large as they should be", () => {
  expect(new Set(REDIRECT_PAYLOADS).size).toBeGreaterThanOrEqual(60);
  expect(
    new Set(CROSS_SITE_REQUESTS.map((each) => JSON.stringify(each))).size,
  ).toBeGreaterThanOrEqual(30);
});

test("somebody who is signed in already is led to no other site", async ({
  request,
  email,
  baseURL,
}) => {
  const Cookie = await sessionCookie(email);
  for (const payload of REDIRECT_PAYLOADS) {
    const response = await request.get(`/auth/signin?next=${encodeURIComponent(payload)}`, {
      headers: { Cookie },
      maxRedirects: 0,
    });
    const { location = "" } = response.headers();
    expect(response.status(), payload).toBe(302);
    expect(new URL(location, baseURL).href, JSON.stringify(payload)).toBe(`${baseURL}/dashboard`);
  }
});

test("pages that carry `next` along carry no other site along", async ({
  request,
  email,
  baseURL,
}) => {
  const Cookie = await sessionCookie(email);
  const check = async (path: string, headers: Record<string, string>) => {
    const page = await (await request.get(path, { headers })).text();
    const links = Array.from(page.matchAll(/(?:href|action)="([^"]*)"/g), ([, href = ""]) => href);
    expect(links.length, path).toBeGreaterThan(0);
    for (const href of links) {
      const target = new URL(href.replaceAll("&amp;", "&"), baseURL);
      expect(["http:", "https:", "tel:", "mailto:"], href).toContain(target.protocol);
      expect(target.hostname, href).not.toContain("evil.example");
    }
  };
  for (const payload of REDIRECT_PAYLOADS.filter((each) => each !== "")) {
    const next = encodeURIComponent(payload);
    await Promise.all([
      check(`/auth/signin?next=${next}`, {}),
      check(`/auth/signup?next=${next}`, {}),
      check(`/auth/reauthenticate?next=${next}`, { Cookie }),
    ]);
  }
});

test("an e-mail link or a provider leads to no other site", async ({ request }) => {
  for (const [index, payload] of REDIRECT_PAYLOADS.entries()) {
    const next = encodeURIComponent(payload);
    // From a place of its own each: links are limited by where they are opened.
    const headers = { "CF-Connecting-IP": `198.18.77.${index}` };
    for (const path of [
      `/auth/callback?code=none&next=${next}`,
      `/auth/confirm?token_hash=none&type=email&next=${next}`,
    ]) {
      const response = await request.get(path, { headers, maxRedirects: 0 });
      expect([200, 400, 422], path).toContain(response.status());
      expect(response.headers().location, path).toBeUndefined();
    }
  }
});

test("checkout and portal take no address of another site to return to", async ({
  request,
  email,
}) => {
  await createAccount(email);
  const { access_token } = await signInTokens(email);
  const headers = { Authorization: `Bearer ${access_token}` };
  let refused = 0;
  for (const payload of REDIRECT_PAYLOADS.slice(0, 8)) {
    const portal = await request.post("/api/stripe-create-billing-session", {
      headers,
      data: { returnUrl: payload },
    });
    expect([422, 429], payload).toContain(portal.status());
    if (portal.status() === 422) refused += 1;
  }
  expect(refused).toBeGreaterThan(3);
});

test("no page and no endpoint takes a request from another site", async ({ request, email }) => {
  test.setTimeout(180_000);
  const Cookie = await sessionCookie(email);
  const targets = [];
  for (const { path } of await listRouteExamples()) {
    const own = await request.post(path, { maxRedirects: 0 });
    if (own.status() !== 405) targets.push(path);
  }
  expect(targets.length).toBeGreaterThan(8);
  for (const path of targets) {
    for (const headers of CROSS_SITE_REQUESTS) {
      const response = await request.post(path, {
        headers: { ...headers, Cookie },
        form: { intent: "delete", name: "x" },
        maxRedirects: 0,
      });
      expect(response.status(), `${path} ${JSON.stringify(headers)}`).toBe(403);
      if (path.startsWith("/api/")) {
        expect(await response.json()).toMatchObject({
          status: "error",
          code: "request/cross-site",
        });
      }
    }
  }
});
