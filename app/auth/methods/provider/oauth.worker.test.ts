import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { platformContext } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { sessionCookie } from "../../../../tests/support/auth-server";
import { createPerson, openPlatform, signIn } from "../../../../tests/support/worker/fixtures";
import { authMiddleware } from "../../session/auth.server";
import { handleOAuthCallback, startOAuth, takeProviderError } from "./oauth.server";
import { findProvider } from "./providers";

const platform = openPlatform();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function start(
  query: string,
  provider = "google",
  cookies = createCookieJar(null, false),
): Promise<Response> {
  const url = new URL(`/auth/oauth/google?${query}`, platform.config.siteUrl);
  const context = new RouterContextProvider();
  context.set(platformContext, { ...platform, cookies });
  return startOAuth({ url, context }, findProvider(provider));
}

async function findQuery(query: string): Promise<URLSearchParams> {
  const { status, headers } = await start(query);
  expect(status).toBe(302);
  const { pathname, searchParams } = new URL(headers.get("Location") ?? "");
  expect(pathname).toBe("/o/oauth2/v2/auth");
  return searchParams;
}

test("signing in accepts an existing session at the provider", async () => {
  const query = await findQuery("next=/dashboard");
  expect(query.has("max_age")).toBe(false);
  expect(query.has("prompt")).toBe(false);
});

test("signing in again forces a new sign-in at the provider", async () => {
  const query = await findQuery("reauthenticate&next=/auth/reauthenticate");
  expect(query.get("max_age")).toBe("0");
  expect(query.get("prompt")).toBe("select_account");
});

test.each([
  ["&reauthenticate", "reauthenticated"],
  ["", "signed-in"],
])("coming back from the provider%s ends the previous session", async (query, action) => {
  const person = await createPerson(platform);
  const before = await signIn(platform, person);
  const again = await signIn(platform, person);
  const log = vi.spyOn(console, "log");

  let cookies = createCookieJar(sessionCookie(before), false);
  const context = new RouterContextProvider();
  const send = async (
    path: string,
    handle: (request: Parameters<typeof handleOAuthCallback>[0]) => Promise<unknown>,
  ) => {
    const url = new URL(path, platform.config.siteUrl);
    context.set(platformContext, { ...platform, cookies });
    const args = { request: new Request(url), url, context, params: {}, pattern: "/" };
    await authMiddleware(args, async () => {
      await handle({ url, context });
      return new Response();
    });
  };
  await send(`/auth/oauth/google?next=/${query}`, (request) => startOAuth(request, "google"));
  const header = cookies.all().map(({ name, value }) => `${name}=${value}`);
  cookies = createCookieJar(header.join("; "), false);
  const callServer = fetch;
  vi.stubGlobal("fetch", (...[input, init]: Parameters<typeof fetch>) =>
    String(input).includes("grant_type=pkce")
      ? Response.json({ ...again, expires_in: 3600, token_type: "bearer", user: { id: "u" } })
      : callServer(input, init),
  );
  await send(`/auth/callback?code=c&next=/${query}`, handleOAuthCallback);
  expect(log.mock.calls.join()).toContain(`"action":"${action}"`);
  const database = await platform.database.get();
  await vi.waitFor(async () => {
    const { rows } = await database.execute(
      sql`select * from public.list_devices(${person.userId})`,
    );
    expect(rows).toHaveLength(1);
  });
});

test.each<[string, () => Promise<Response>, string, provider?: string]>([
  [
    "a disabled provider",
    async () =>
      Response.json(
        { error_code: "validation_failed", msg: "Unsupported provider: provider is not enabled" },
        { status: 400 },
      ),
    "turned off",
  ],
  ["an outage", () => Promise.reject(new TypeError("network")), "can’t reach the sign-in"],
  ["an unknown provider", () => Promise.reject(new Error("asked")), "turned off", "myspace"],
])("%s leads back to the page with a sentence, said once", async (_, respond, says, provider) => {
  vi.stubGlobal("fetch", respond);
  for (const [query, path] of [
    ["next=/purchase/pro", "/auth/signin"],
    ["reauthenticate&next=/purchase/pro", "/auth/reauthenticate"],
  ]) {
    const cookies = createCookieJar(null, false);
    const { status, headers } = await start(query ?? "", provider, cookies);
    expect(status, query).toBe(302);
    const page = new URL(headers.get("Location") ?? "", platform.config.siteUrl);
    expect(page.pathname).toBe(path);
    expect(page.searchParams.get("next")).toBe("/purchase/pro");
    expect(takeProviderError({ ...platform, cookies })).toContain(says);
    expect(takeProviderError({ ...platform, cookies })).toBeNull();
  }
});
