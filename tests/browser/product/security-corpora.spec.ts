/** Open-redirect payloads against every page and endpoint that could be vulnerable. */
import { REDIRECT_PAYLOADS } from "../../security/redirect-payloads.ts";
import { sessionCookie } from "../../support/auth-server.ts";
import { signInTokens } from "../../support/browser/accounts.ts";
import { createAccount, expect, test } from "../../support/browser/fixtures.ts";

/** A sample; `paths.test.ts` runs the full list against the rule itself. */
const SOME_PAYLOADS = REDIRECT_PAYLOADS.filter((_, index) => index % 9 === 0);

/** The Cookie header of a new account. */
async function openSession(email: string): Promise<string> {
  await createAccount(email);
  return sessionCookie(await signInTokens(email));
}

test("a signed-in user is not redirected to another site", async ({ request, email, baseURL }) => {
  const Cookie = await openSession(email);
  for (const payload of SOME_PAYLOADS) {
    const response = await request.get(`/auth/signin?next=${encodeURIComponent(payload)}`, {
      headers: { Cookie },
      maxRedirects: 0,
    });
    const { location = "" } = response.headers();
    expect(response.status(), payload).toBe(302);
    expect(new URL(location, baseURL).href, JSON.stringify(payload)).toBe(`${baseURL}/dashboard`);
  }
});

test("pages that pass on `next` do not pass on another site", async ({
  request,
  email,
  baseURL,
}) => {
  const Cookie = await openSession(email);
  const linksOf = async (path: string, headers: Record<string, string>) => {
    const page = await (await request.get(path, { headers })).text();
    return Array.from(page.matchAll(/(?:href|action)="([^"]*)"/g), ([, href = ""]) => href);
  };
  const leadsAway = (href: string) => {
    const { protocol, hostname } = new URL(href.replaceAll("&amp;", "&"), baseURL);
    const isKnown = ["http:", "https:", "tel:", "mailto:"].includes(protocol);
    return !isKnown || hostname.includes("evil.example");
  };
  for (const payload of SOME_PAYLOADS) {
    const next = encodeURIComponent(payload);
    const pages = await Promise.all([
      linksOf(`/auth/signin?next=${next}`, {}),
      linksOf(`/auth/signup?next=${next}`, {}),
      linksOf(`/auth/reauthenticate?next=${next}`, { Cookie }),
    ]);
    expect(Math.min(...pages.map((links) => links.length)), payload).toBeGreaterThan(0);
    expect(pages.flat().filter(leadsAway), payload).toEqual([]);
  }
});
