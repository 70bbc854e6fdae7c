import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestProviders } from "../testing/oauth-providers.ts";
import type { OAuthProviders } from "./index.ts";
import { OAUTH_CLIENTS } from "./provider.ts";

const callbackUrl = "http://127.0.0.1:54321/auth/v1/callback";
const start = () => startTestProviders({ googlePort: 0, githubPort: 0, callbackUrl });

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

/** Submits the consent form for `email` and returns the code. */
async function choose(email: string): Promise<string> {
  const { url } = providers.google;
  const chosen = await fetch(`${url}/o/oauth2/v2/auth`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ account: email, client_id: google.id, redirect_uri: callbackUrl }),
  });
  const back = new URL(chosen.headers.get("location") ?? "");
  return back.searchParams.get("code") ?? "";
}

function exchange(code: string, secret: string = google.secret): Promise<Response> {
  return fetch(`${providers.google.url}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: callbackUrl,
      client_id: google.id,
      client_secret: secret,
    }),
  });
}

async function readProfile(email: string): Promise<Record<string, unknown>> {
  const exchanged = await exchange(await choose(email));
  const { url } = providers.google;
  const token = /"access_token":"([^"]+)"/.exec(await exchanged.text())?.[1];
  const profile = await fetch(`${url}/oauth2/v2/userinfo`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return v.parse(v.record(v.string(), v.unknown()), await profile.json());
}

describe("a consent page", () => {
  it("offers every user and a cancel link", async () => {
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
});

describe("a local Google account", () => {
  it("has the same id after a restart", async () => {
    const before = await readProfile("gina@example.com");
    await providers.close();
    providers = await start();

    const after = await readProfile("gina@example.com");

    expect(after.sub).toBe(before.sub);
    expect(after).toMatchObject({ sub: expect.stringMatching(/^\d{21}$/), email_verified: true });
  });
});

describe("an authorization code", () => {
  it("can be exchanged once", async () => {
    const code = await choose("gina@example.com");
    expect((await exchange(code)).status).toBe(200);

    const again = await exchange(code);

    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject({ error: "invalid_grant" });
  });

  it("requires the client secret, in the form or by HTTP Basic", async () => {
    const code = await choose("gina@example.com");
    expect((await exchange(code, "wrong")).status).toBe(401);

    const basic = Buffer.from(`${google.id}:${google.secret}`).toString("base64");
    const response = await fetch(`${providers.google.url}/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: "authorization_code", code }),
    });

    expect(response.status).toBe(200);
  });
});

it("rejects a profile request without a token, and an unknown account", async () => {
  const { url } = providers.google;

  expect((await fetch(`${url}/oauth2/v2/userinfo`)).status).toBe(401);
  const unknown = await fetch(`${url}/o/oauth2/v2/auth`, {
    method: "POST",
    body: new URLSearchParams({ account: "nobody@example.com" }),
  });
  expect(unknown.status).toBe(400);
});
