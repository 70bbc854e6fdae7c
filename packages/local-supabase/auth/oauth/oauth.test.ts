import { findFreePort } from "local-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OAuthProviders } from "../../oauth/index.ts";
import { startTestProviders } from "../../testing/oauth-providers.ts";
import {
  startTestSupabase,
  TEST_PASSWORD,
  TEST_SITE,
  type TestSupabase,
} from "../../testing/supabase.ts";

let providers: OAuthProviders;
let supabase: TestSupabase;

beforeAll(async () => {
  const [port, googlePort, githubPort] = await Promise.all([
    findFreePort(),
    findFreePort(),
    findFreePort(),
  ]);
  const callbackUrl = `http://127.0.0.1:${port}/auth/v1/callback`;
  providers = await startTestProviders({ googlePort, githubPort, callbackUrl });
  const oauth = { googleUrl: providers.google.url, githubUrl: providers.github.url };
  supabase = await startTestSupabase({ port, oauth });
});
afterAll(async () => {
  await supabase.close();
  await providers.close();
});

type Client = ReturnType<TestSupabase["createClient"]>;

async function startSignIn(client: Client, provider: "google" | "github"): Promise<URL> {
  const { data } = await client.auth.signInWithOAuth({
    provider,
    options: { redirectTo: `${TEST_SITE}/dashboard`, skipBrowserRedirect: true },
  });
  return follow(data.url ?? "");
}

async function follow(url: string, init: RequestInit = {}): Promise<URL> {
  const response = await fetch(url, { redirect: "manual", ...init });
  return new URL(response.headers.get("location") ?? "about:blank");
}

/** Submits the consent form for the user `email`, like a browser. */
async function choose(consent: URL, email: string): Promise<URL> {
  const html = await (await fetch(consent)).text();
  const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((text) => text.includes(`>${email}<`));
  if (!form) throw new Error(`Nobody called ${email} on the consent page`);
  const action = /action="([^"]+)"/.exec(form)?.[1] ?? "";
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams();
  for (const [, name = "", value = ""] of fields) body.append(name, value);
  return follow(new URL(action, consent).href, { method: "POST", body });
}

async function signInWith(provider: "google" | "github", email: string) {
  const client = supabase.createClient(undefined, "pkce");
  const callback = await choose(await startSignIn(client, provider), email);
  const landed = await follow(callback.href);
  const code = landed.searchParams.get("code") ?? "";
  const { data, error } = await client.auth.exchangeCodeForSession(code);
  if (error) throw error;
  return { landed, session: data.session, user: data.user };
}

describe("signing in with a provider", () => {
  it("links to the confirmed account with the same address", async () => {
    const { data } = await supabase.admin.auth.admin.createUser({
      email: "pro@example.com",
      password: TEST_PASSWORD,
      email_confirm: true,
    });

    const { user } = await signInWith("google", "pro@example.com");

    expect(user.id).toBe(data.user?.id);
    expect(user.identities?.map(({ provider }) => provider)).toEqual(["email", "google"]);
    expect(user.app_metadata).toMatchObject({ provider: "email", providers: ["email", "google"] });
    await expect(supabase.signInAs("pro@example.com")).resolves.toBeTruthy();
  });

  it("takes over an unconfirmed account without its password", async () => {
    const email = "ann@example.com";
    await supabase.createClient().auth.signUp({ email, password: TEST_PASSWORD });

    const google = await signInWith("google", email);
    const github = await signInWith("github", email);

    expect(google.user.identities?.map(({ provider }) => provider)).toEqual(["google"]);
    expect(github.user.id).toBe(google.user.id);
    expect(github.user.app_metadata.providers).toEqual(["google", "github"]);
    await expect(supabase.signInAs(email)).rejects.toThrow("Invalid login credentials");
  });
});

describe("a failed sign-in", () => {
  it("accepts a state once", async () => {
    const consent = await startSignIn(supabase.createClient(undefined, "pkce"), "google");
    const callback = await choose(consent, "gina@example.com");
    await follow(callback.href);

    const landed = await follow(callback.href);

    expect(landed.searchParams.get("error_code")).toBe("flow_state_already_used");
  });
});
