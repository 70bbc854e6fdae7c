import { createServerClient } from "@supabase/ssr";
import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { platformContext } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { action as signOut } from "~/routes/auth/sign-out";
import { createPerson, openPlatform } from "../../../tests/support/worker-world";
import { authMiddleware, getAuth, openSessionClient, refreshIfExpiring } from "./auth.server";
import type { Auth } from "./request-auth.server";
import { sessionCookieName } from "./session-cookie.server";

const PASSWORD = "correct-horse-1";
const platform = openPlatform();
const { supabase, siteUrl } = platform.config;
const NAME = sessionCookieName(platform.config);

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

let tokens: Tokens;
let userId: string;

beforeEach(async () => {
  const person = await createPerson(platform);
  userId = person.userId;
  tokens = await signInAs(person.email);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function signInAs(email: string): Promise<Tokens> {
  const client = createServerClient(supabase.url, supabase.publishableKey, {
    cookies: { getAll: () => [], setAll: () => {} },
  });
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  const { access_token, refresh_token, expires_at = 0 } = data.session;
  return { access_token, refresh_token, expires_at };
}

const cookieOf = (value: object) =>
  `${NAME}=base64-${btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;

/** Moves the clock to where the token has this many seconds left. */
function leaveSeconds(seconds: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: (tokens.expires_at - seconds) * 1000 });
}

interface Visit {
  readonly visitor: Auth;
  readonly setCookies: string[];
}

/** One request through the root middleware to a page that needs a session. */
async function visit(
  cookie: string,
  use: (context: RouterContextProvider) => Promise<void> = async () => {},
): Promise<Visit> {
  const url = new URL("/dashboard", siteUrl);
  const request = new Request(url, { headers: { Cookie: cookie } });
  const context = new RouterContextProvider();
  const cookies = createCookieJar(cookie, false);
  context.set(platformContext, { ...platform, cookies });
  let visitor: Auth = { kind: "guest" };
  const next = async () => {
    visitor = await getAuth(context);
    await use(context);
    return new Response();
  };
  const response = await authMiddleware({ request, url, context, params: {}, pattern: "/" }, next);
  return {
    visitor,
    setCookies: response instanceof Response ? response.headers.getSetCookie() : [],
  };
}

const isRemoved = ({ setCookies }: Visit) =>
  setCookies.length > 0 && setCookies.every((cookie) => cookie.includes("Max-Age=0"));

describe("a session cookie", () => {
  test("that is good is let in, and nothing is set", async () => {
    const { visitor, setCookies } = await visit(cookieOf(tokens));
    expect(visitor).toMatchObject({ kind: "user", session: { userId } });
    expect(setCookies).toEqual([]);
  });

  test.each<[string, () => string]>([
    ["malformed", () => `${NAME}=nonsense`],
    ["truncated", () => cookieOf(tokens).slice(0, -40)],
    ["without its second chunk", () => `${NAME}.0=${cookieOf(tokens).slice(NAME.length + 1, 600)}`],
    [
      "forged",
      () => cookieOf({ ...tokens, access_token: `${tokens.access_token.slice(0, -8)}AAAAAAAA` }),
    ],
    [
      "without signature",
      () => cookieOf({ ...tokens, access_token: tokens.access_token.replace(/\.[^.]*$/, ".x") }),
    ],
  ])("that is %s signs out cleanly and is removed", async (_, cookie) => {
    const outcome = await visit(cookie());
    expect(outcome.visitor).toEqual({ kind: "guest" });
    expect(isRemoved(outcome)).toBe(true);
  });

  test("whose session is over at the auth server is removed when it has to be refreshed", async () => {
    leaveSeconds(5);
    const outcome = await visit(cookieOf({ ...tokens, refresh_token: "unknown" }));
    expect(outcome.visitor).toEqual({ kind: "guest" });
    expect(isRemoved(outcome)).toBe(true);
  });

  test("that ends within ten seconds is refreshed", async () => {
    leaveSeconds(9);
    const { visitor, setCookies } = await visit(cookieOf(tokens));
    expect(visitor).toMatchObject({ kind: "user", session: { userId } });
    expect(visitor).not.toMatchObject({ session: { accessToken: tokens.access_token } });
    expect(setCookies.length).toBeGreaterThan(0);
  });

  test("that has more than ten seconds is left alone", async () => {
    leaveSeconds(12);
    expect((await visit(cookieOf(tokens))).setCookies).toEqual([]);
  });

  test("is set so that no script and no other site can use it", async () => {
    leaveSeconds(5);
    const { setCookies } = await visit(cookieOf(tokens));
    expect(setCookies.length).toBeGreaterThan(0);
    for (const cookie of setCookies) {
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).toMatch(/Path=\//i);
    }
  });

  test("is refreshed for fifty requests at the same time, and all stay signed in", async () => {
    leaveSeconds(5);
    const visits = await Promise.all(Array.from({ length: 50 }, () => visit(cookieOf(tokens))));
    expect(visits.every(({ visitor }) => visitor.kind === "user")).toBe(true);
    expect(visits.some((each) => isRemoved(each))).toBe(false);
    const renewed = visits.flatMap(({ setCookies }) => setCookies);
    const last = renewed.findLast((cookie) => cookie.startsWith(NAME)) ?? "";
    const again = await visit(last.split(";")[0] ?? "");
    expect(again.visitor).toMatchObject({ session: { userId } });
  });
});

/** The person's token, as a key signed it that the project has revoked since. */
async function signWithRevokedKey(): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  return new SignJWT(decodeJwt(tokens.access_token))
    .setProtectedHeader({ alg: "ES256", kid: "revoked" })
    .sign(privateKey);
}

describe("a token whose signing key was revoked", () => {
  test("is refreshed", async () => {
    const { visitor, setCookies } = await visit(
      cookieOf({ ...tokens, access_token: await signWithRevokedKey() }),
    );
    expect(visitor).toMatchObject({ kind: "user", session: { userId } });
    expect(setCookies.some((cookie) => cookie.startsWith(NAME))).toBe(true);
  });

  test("is removed when there is no session to refresh", async () => {
    const access_token = await signWithRevokedKey();
    const outcome = await visit(cookieOf({ ...tokens, access_token, refresh_token: "unknown" }));
    expect(outcome.visitor).toEqual({ kind: "guest" });
    expect(isRemoved(outcome)).toBe(true);
  });

  test("signs no one out while the auth server is down", async () => {
    const cookie = cookieOf({ ...tokens, access_token: await signWithRevokedKey() });
    await visit(cookieOf(tokens));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    expect(await visit(cookie)).toEqual({ visitor: { kind: "unknown" }, setCookies: [] });
  });
});

describe("signing out", () => {
  /** Sends the form with this cookie; `background` is what outlasts the answer. */
  async function send(cookie: string) {
    const url = new URL("/auth/signout", siteUrl);
    const request = new Request(url, { method: "POST", headers: { Cookie: cookie } });
    const context = new RouterContextProvider();
    const background: Promise<unknown>[] = [];
    context.set(platformContext, {
      ...platform,
      cookies: createCookieJar(cookie, false),
      waitUntil: (work) => background.push(work),
    });
    const args = { request, url, context, params: {}, pattern: "/auth/signout" as const };
    const response = await authMiddleware(args, async () => signOut(args));
    const setCookies = response instanceof Response ? response.headers.getSetCookie() : [];
    return { outcome: { visitor: { kind: "guest" } as const, setCookies }, background };
  }

  test.each([
    ["a good token", 3_000],
    ["an expired token", -60],
  ])("with %s does not wait for an auth server that is silent", async (_, seconds) => {
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    const startedAt = performance.now();
    leaveSeconds(seconds);
    const { outcome } = await send(cookieOf(tokens));
    expect(isRemoved(outcome)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test("ends the session at the auth server, also with a token that it no longer takes", async () => {
    const cookie = cookieOf({ ...tokens, access_token: await signWithRevokedKey() });
    const { background } = await send(cookie);
    await Promise.all(background);
    leaveSeconds(5);
    expect((await visit(cookieOf(tokens))).visitor).toEqual({ kind: "guest" });
  });
});

describe("an outage of the auth server", () => {
  const real = globalThis.fetch;

  test("is not noticed by a session with a good token", async () => {
    await visit(cookieOf(tokens));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    for (let count = 0; count < 100; count += 1) {
      expect((await visit(cookieOf(tokens))).visitor).toMatchObject({ session: { userId } });
    }
  });

  test("signs nobody out who would need a refresh", async () => {
    await visit(cookieOf(tokens));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    leaveSeconds(-60);
    const outcome = await visit(cookieOf(tokens));
    expect(outcome).toEqual({ visitor: { kind: "unknown" }, setCookies: [] });
  });

  test("holds a page with a token that still works for no more than about a second", async () => {
    await visit(cookieOf(tokens));
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    leaveSeconds(5);
    const outcome = await visit(cookieOf(tokens));
    expect(outcome.visitor).toMatchObject({ session: { userId } });
  });

  test("is told apart from an answer that the session is over", async () => {
    await visit(cookieOf(tokens));
    vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) =>
      String(input).includes("/token")
        ? Promise.resolve(Response.json({ code: 503, msg: "down" }, { status: 503 }))
        : real(input, init),
    );
    leaveSeconds(-60);
    const outcome = await visit(cookieOf(tokens));
    expect(outcome).toEqual({ visitor: { kind: "unknown" }, setCookies: [] });
  });

  test.each<[string, () => Response]>([
    [
      "too many requests",
      () =>
        Response.json(
          { code: 429, error_code: "over_request_rate_limit", msg: "Request rate limit reached" },
          { status: 429 },
        ),
    ],
    [
      "a conflict",
      () =>
        Response.json(
          { code: 409, error_code: "conflict", msg: "Too many concurrent token refresh requests" },
          { status: 409 },
        ),
    ],
    ["a wrong key", () => Response.json({ message: "Invalid API key" }, { status: 401 })],
    ["a firewall's page", () => new Response("<h1>Forbidden</h1>", { status: 403 })],
    ["a proxy's page", () => new Response("<h1>Not found</h1>", { status: 404 })],
    ["a page where JSON should be", () => new Response("<h1>Welcome</h1>", { status: 200 })],
  ])(
    "of the kind “%s” signs nobody out, before the end of the token or after",
    async (_, answer) => {
      await visit(cookieOf(tokens));
      vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) =>
        String(input).includes("/token") ? Promise.resolve(answer()) : real(input, init),
      );
      leaveSeconds(5);
      const early = await visit(cookieOf(tokens));
      expect(early.visitor).toMatchObject({ kind: "user", session: { userId } });
      expect(early.setCookies).toEqual([]);
      leaveSeconds(-60);
      expect(await visit(cookieOf(tokens))).toEqual({
        visitor: { kind: "unknown" },
        setCookies: [],
      });
    },
  );
});

describe("a refresh", () => {
  const real = globalThis.fetch;

  test.each([
    ["a page with one second left", 1],
    ["a page with nine seconds left", 9],
  ])("for %s is one call to the auth server", async (_, seconds) => {
    await visit(cookieOf(tokens));
    const calls: string[] = [];
    vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) => {
      if (String(input).includes("/token")) calls.push(String(input));
      return real(input, init);
    });
    leaveSeconds(seconds);
    const { visitor } = await visit(cookieOf(tokens));
    expect(visitor).toMatchObject({ kind: "user" });
    expect(calls).toHaveLength(1);
  });

  test("is one call, whoever asks for it in a request: guard, action and the page that stays open", async () => {
    await visit(cookieOf(tokens));
    const calls: string[] = [];
    vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) => {
      if (String(input).includes("/token")) calls.push(String(input));
      return real(input, init);
    });
    leaveSeconds(5);
    const { visitor } = await visit(cookieOf(tokens), async (context) => {
      await Promise.all([getAuth(context), refreshIfExpiring(context)]);
      // By the moved clock the new token is about to end as well.
      vi.useRealTimers();
      const auth = await openSessionClient(context);
      const { data } = await auth.getUser();
      expect(data.user?.id).toBe(userId);
    });
    expect(visitor).toMatchObject({ kind: "user" });
    expect(calls).toHaveLength(1);
  });
});
