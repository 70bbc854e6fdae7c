/** An outage of the auth server does not affect signed-in users. Runs on a separate server. */

import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import * as v from "valibot";
import { expect, PASSWORD, test } from "../../support/fixtures.ts";
import { type Product, startProduct } from "../../support/product.ts";

const REQUESTS = 100;
/** The maximum time to the first byte, with room for a busy machine. Milliseconds. */
const AT_ONCE_MS = 1_000;

async function signInOverHttp({ siteUrl }: Product, email: string): Promise<string> {
  const response = await fetch(`${siteUrl}/auth/signin`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: siteUrl },
    body: new URLSearchParams({ intent: "signin", email, password: PASSWORD }),
  });
  expect(response.status).toBe(302);
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

const sessionSchema = v.looseObject({ access_token: v.string() });

/** A session cookie whose token has to be refreshed, because it was signed with an unknown key. */
async function withUnknownKey(cookie: string): Promise<string> {
  const [name = "", value = ""] = cookie.split("=base64-");
  const session = v.parse(sessionSchema, JSON.parse(Buffer.from(value, "base64url").toString()));
  const { privateKey } = await generateKeyPair("ES256");
  const access_token = await new SignJWT(decodeJwt(session.access_token))
    .setProtectedHeader({ alg: "ES256", kid: "unknown" })
    .sign(privateKey);
  const changed = JSON.stringify({ ...session, access_token });
  return `${name}=base64-${Buffer.from(changed).toString("base64url")}`;
}

test("a hundred dashboards load while the auth server is down, and sign-in shows the outage", async () => {
  test.slow();
  const product = await startProduct();
  try {
    const cookie = await signInOverHttp(product, "pro@example.com");
    const open = () => fetch(`${product.siteUrl}/dashboard`, { headers: { Cookie: cookie } });
    expect((await open()).status).toBe(200);
    const supabase = product.cloud.services.find(({ name }) => name === "Supabase");
    await supabase?.close();

    const durations: number[] = [];
    for (let count = 0; count < REQUESTS; count += 1) {
      const startedAt = performance.now();
      const response = await open();
      expect(response.status).toBe(200);
      expect(await response.text()).toContain("pro@example.com");
      durations.push(performance.now() - startedAt);
    }
    const median = durations.toSorted((a, b) => a - b)[REQUESTS / 2] ?? Number.NaN;
    expect(median).toBeLessThan(AT_ONCE_MS);

    const startedAt = performance.now();
    const unknown = await fetch(`${product.siteUrl}/dashboard`, {
      headers: { Cookie: await withUnknownKey(cookie) },
    });
    expect(performance.now() - startedAt).toBeLessThan(2 * AT_ONCE_MS);
    expect(unknown.status).toBe(503);
    expect(unknown.headers.get("Retry-After")).toBe("10");
    expect(unknown.headers.getSetCookie()).toEqual([]);
    expect(await unknown.text()).toContain("You have not been signed out");

    const signedOut = await fetch(`${product.siteUrl}/auth/signout`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookie, Origin: product.siteUrl },
    });
    expect(signedOut.headers.getSetCookie().join()).toContain("Max-Age=0");

    const rejected = await fetch(`${product.siteUrl}/auth/signin`, {
      method: "POST",
      headers: { Origin: product.siteUrl },
      body: new URLSearchParams({ intent: "signin", email: "pro@example.com", password: PASSWORD }),
    });
    expect(await rejected.text()).toContain("try again in a moment");

    // The emailed link is still valid, so its button stays.
    const link = await fetch(`${product.siteUrl}/auth/confirm?token_hash=abc&type=recovery`, {
      method: "POST",
      headers: { Origin: product.siteUrl },
      body: new URLSearchParams(),
    });
    const page = await link.text();
    expect(page).toContain("try again in a moment");
    expect(page).toContain(">Choose a new password</button>");
    expect(page).not.toContain('href="/auth/forgotpass"');
  } finally {
    await product.close();
  }
});
