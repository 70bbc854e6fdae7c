import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OAUTH_CLIENTS } from "./clients.ts";
import { type OAuthProviders, startOAuthProviders } from "./index.ts";

const callbackUrl = "http://127.0.0.1:54321/auth/v1/callback";
const start = () => startOAuthProviders({ googlePort: 0, githubPort: 0, callbackUrl });

let providers: OAuthProviders;
beforeEach(async () => {
  providers = await start();
});
afterEach(() => providers.close());

const google = OAUTH_CLIENTS.google;

function consentUrl(parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: google.id,
    redirect_uri: callbackUrl,
    state: "state-1",
    ...parameters,
  });
  return `${providers.google.url}/o/oauth2/v2/auth?${query}`;
}

/** Signs in as `email`, straight through the forms' targets. */
async function readProfile(email: string): Promise<unknown> {
  const { url } = providers.google;
  const chosen = await fetch(`${url}/o/oauth2/v2/auth/callback`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email, client_id: google.id, redirect_uri: callbackUrl }),
  });
  const back = new URL(chosen.headers.get("location") ?? "");
  const exchanged = await fetch(`${url}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: callbackUrl,
      client_id: google.id,
      client_secret: google.secret,
    }),
  });
  const token = /"access_token":"([^"]+)"/.exec(await exchanged.text())?.[1];
  const profile = await fetch(`${url}/oauth2/v2/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return profile.json();
}

describe("a consent page", () => {
  it("offers every seeded person and a way out", async () => {
    const html = await (await fetch(consentUrl())).text();

    for (const email of ["gina@example.com", "pro@example.com", "ann@example.com"]) {
      expect(html).toContain(`>${email}<`);
    }
    const cancel = new URL(/href="([^"]+)">Cancel/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "");
    expect(cancel.origin + cancel.pathname).toBe(callbackUrl);
    expect(Object.fromEntries(cancel.searchParams)).toMatchObject({
      error: "access_denied",
      state: "state-1",
    });
  });

  it.each<Record<string, string>>([
    { client_id: "unknown" },
    { redirect_uri: "http://evil.example/callback" },
  ])("is not shown for %o", async (parameters) => {
    const response = await fetch(consentUrl(parameters));

    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("gina@example.com");
  });

  it("escapes what comes in the address", async () => {
    const html = await (await fetch(consentUrl({ state: '"><script>' }))).text();

    expect(html).not.toContain("<script>");
  });
});

describe("a local Google account", () => {
  it("has the same id after a restart", async () => {
    const before = await readProfile("gina@example.com");
    await providers.close();
    providers = await start();

    const after = await readProfile("gina@example.com");

    expect(after).toEqual(before);
    expect(after).toMatchObject({ sub: expect.stringMatching(/^\d{21}$/), email_verified: true });
  });
});

describe("a taken port", () => {
  it("is an error that names the port", async () => {
    const googlePort = Number(new URL(providers.google.url).port);

    const second = startOAuthProviders({ googlePort, githubPort: 0, callbackUrl });

    await expect(second).rejects.toMatchObject({ code: "EADDRINUSE", port: googlePort });
  });
});
