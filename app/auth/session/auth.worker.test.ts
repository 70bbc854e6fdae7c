import { decodeJwt, generateKeyPair, SignJWT } from "jose";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { platformContext } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { action as signOut } from "~/routes/auth/sign-out";
import { sessionCookie } from "../../../tests/support/auth-server";
import {
  createPerson,
  openPlatform,
  signIn,
  type Tokens,
} from "../../../tests/support/worker/fixtures";
import { authMiddleware, getAuth, openSessionClient, readUnverifiedSession } from "./auth.server";
import { sessionCookieName } from "./cookie/session-cookie.server";
import type { Auth } from "./request-auth.server";

const platform = openPlatform();
const { siteUrl } = platform.config;
const NAME = sessionCookieName(platform.config);

let tokens: Tokens;
let userId: string;
let email: string;

beforeEach(async () => {
  const person = await createPerson(platform);
  ({ userId, email } = person);
  tokens = await signIn(platform, person);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/**
 * Sets the clock so that the token expires in this many seconds. By default no timeout ends the refresh,
 * because a busy machine could reach it.
 */
function leaveSeconds(seconds: number, { hasTimeouts = false } = {}): void {
  const toFake = hasTimeouts ? (["Date"] as const) : (["Date", "setTimeout"] as const);
  vi.useFakeTimers({ toFake: [...toFake], now: (tokens.expires_at - seconds) * 1000 });
}

interface Outcome {
  readonly auth: Auth;
  readonly setCookies: string[];
}

/** A request through the root middleware to a page that requires a session. */
async function send(
  cookie: string,
  {
    read = getAuth,
    use = async () => {},
  }: {
    read?: typeof getAuth;
    use?: (context: RouterContextProvider) => Promise<void>;
  } = {},
): Promise<Outcome> {
  const url = new URL("/dashboard", siteUrl);
  const request = new Request(url, { headers: { Cookie: cookie } });
  const context = new RouterContextProvider();
  const cookies = createCookieJar(cookie, false);
  context.set(platformContext, { ...platform, cookies });
  let auth: Auth = { kind: "guest" };
  const next = async () => {
    auth = await read(context);
    await use(context);
    return new Response();
  };
  const response = await authMiddleware({ request, url, context, params: {}, pattern: "/" }, next);
  return {
    auth,
    setCookies: response instanceof Response ? response.headers.getSetCookie() : [],
  };
}

const isRemoved = ({ setCookies }: Outcome) =>
  setCookies.length > 0 && setCookies.every((cookie) => cookie.includes("Max-Age=0"));

describe("a session cookie", () => {
  test("that is valid is accepted without setting cookies", async () => {
    const { auth, setCookies } = await send(sessionCookie(tokens));
    expect(auth).toMatchObject({ kind: "user", session: { userId } });
    expect(setCookies).toEqual([]);
  });

  test.each<[string, () => string]>([
    ["malformed", () => `${NAME}=nonsense`],
    [
      "forged",
      () =>
        sessionCookie({ ...tokens, access_token: `${tokens.access_token.slice(0, -8)}AAAAAAAA` }),
    ],
  ])("that is %s is removed, and the user is signed out", async (_, cookie) => {
    const outcome = await send(cookie());
    expect(outcome.auth).toMatchObject({ kind: "guest" });
    expect(isRemoved(outcome)).toBe(true);
  });

  test("is removed if its session has ended when it is refreshed", async () => {
    leaveSeconds(5);
    const outcome = await send(sessionCookie({ ...tokens, refresh_token: "unknown" }));
    expect(outcome.auth).toMatchObject({ kind: "guest" });
    expect(isRemoved(outcome)).toBe(true);
  });

  test.each([
    ["names its user", 60],
    ["names no one once its token has expired", -60],
  ])("%s on a page that does not ask whether the session goes on", async (_, seconds) => {
    leaveSeconds(seconds);
    const readVisitor = async (context: RouterContextProvider) => {
      expect(await readUnverifiedSession(context)).toMatchObject({
        sessionKey: expect.stringContaining(userId),
        email: seconds > 0 ? email : "",
      });
    };
    await send(sessionCookie(tokens), { read: async () => ({ kind: "guest" }), use: readVisitor });
    expect.assertions(1);
  });

  test("that expires within ten seconds is refreshed, and set with HttpOnly, SameSite and Path", async () => {
    leaveSeconds(9);
    const { auth, setCookies } = await send(sessionCookie(tokens));
    expect(auth).toMatchObject({ kind: "user", session: { userId } });
    expect(auth).not.toMatchObject({ session: { accessToken: tokens.access_token } });
    expect(setCookies.length).toBeGreaterThan(0);
    for (const cookie of setCookies) {
      expect(cookie).toMatch(/HttpOnly/i);
      expect(cookie).toMatch(/SameSite=Lax/i);
      expect(cookie).toMatch(/Path=\//i);
    }
  });

  test("that was in several cookies is refreshed into one, and the others are removed", async () => {
    leaveSeconds(9);
    const value = sessionCookie(tokens).slice(NAME.length + 1);
    const { setCookies } = await send(
      `${NAME}.0=${value.slice(0, 100)}; ${NAME}.1=${value.slice(100)}`,
    );
    const removed = setCookies.filter((cookie) => cookie.includes("Max-Age=0"));
    expect(removed).toEqual([0, 1].map((index) => expect.stringContaining(`${NAME}.${index}=;`)));
  });

  test("that expires in more than ten seconds is not changed", async () => {
    leaveSeconds(12);
    expect((await send(sessionCookie(tokens))).setCookies).toEqual([]);
  });

  test("is refreshed by fifty concurrent requests, and all stay signed in", async () => {
    leaveSeconds(5);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => send(sessionCookie(tokens))),
    );
    expect(outcomes.every(({ auth }) => auth.kind === "user")).toBe(true);
    expect(outcomes.some((each) => isRemoved(each))).toBe(false);
    const refreshed = outcomes.flatMap(({ setCookies }) => setCookies);
    const last = refreshed.findLast((cookie) => cookie.startsWith(NAME)) ?? "";
    const again = await send(last.split(";")[0] ?? "");
    expect(again.auth).toMatchObject({ session: { userId } });
  });
});

/** The user's token, signed with a key that the project has since revoked. */
async function signWithRevokedKey(): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  return new SignJWT(decodeJwt(tokens.access_token))
    .setProtectedHeader({ alg: "ES256", kid: "revoked" })
    .sign(privateKey);
}

describe("a token whose signing key was revoked", () => {
  test("is refreshed", async () => {
    const { auth, setCookies } = await send(
      sessionCookie({ ...tokens, access_token: await signWithRevokedKey() }),
    );
    expect(auth).toMatchObject({ kind: "user", session: { userId } });
    expect(setCookies.some((cookie) => cookie.startsWith(NAME))).toBe(true);
  });

  test("is removed if there is no session to refresh", async () => {
    const access_token = await signWithRevokedKey();
    const outcome = await send(
      sessionCookie({ ...tokens, access_token, refresh_token: "unknown" }),
    );
    expect(outcome.auth).toMatchObject({ kind: "guest" });
    expect(isRemoved(outcome)).toBe(true);
  });

  test("signs no one out while Supabase Auth is down", async () => {
    const cookie = sessionCookie({ ...tokens, access_token: await signWithRevokedKey() });
    await send(sessionCookie(tokens));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    expect(await send(cookie)).toEqual({ auth: { kind: "unknown" }, setCookies: [] });
  });
});

describe("signing out", () => {
  /** Submits the form with this cookie; `background` has the work that continues after the response. */
  async function signOutWith(cookie: string) {
    const url = new URL("/auth/signout?next=/settings/general", siteUrl);
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
    if (!(response instanceof Response)) throw new Error("No response");
    expect(response.headers.get("Location")).toBe("/auth/signin?next=%2Fsettings%2Fgeneral");
    const setCookies = response.headers.getSetCookie();
    return { outcome: { auth: { kind: "guest" } as const, setCookies }, background };
  }

  test.each([
    ["a valid token", 3_000],
    ["an expired token", -60],
  ])("with %s does not wait for Supabase Auth when it does not respond", async (_, seconds) => {
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    leaveSeconds(seconds);
    const { outcome } = await signOutWith(sessionCookie(tokens));
    expect(isRemoved(outcome)).toBe(true);
  });

  test("ends the session at Supabase Auth, even with a token that it rejects", async () => {
    const cookie = sessionCookie({ ...tokens, access_token: await signWithRevokedKey() });
    const { background } = await signOutWith(cookie);
    await Promise.all(background);
    leaveSeconds(5);
    expect((await send(sessionCookie(tokens))).auth).toMatchObject({ kind: "guest" });
  });
});

describe("an outage of Supabase Auth", () => {
  const real = globalThis.fetch;

  test("does not affect a session with a valid token", async () => {
    await send(sessionCookie(tokens));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    for (let count = 0; count < 100; count += 1) {
      expect((await send(sessionCookie(tokens))).auth).toMatchObject({ session: { userId } });
    }
  });

  test("does not sign out a session that needs a refresh", async () => {
    await send(sessionCookie(tokens));
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    leaveSeconds(-60, { hasTimeouts: true });
    const outcome = await send(sessionCookie(tokens));
    expect(outcome).toEqual({ auth: { kind: "unknown" }, setCookies: [] });
  });

  test("delays a page with a valid token by about a second at most", async () => {
    await send(sessionCookie(tokens));
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    leaveSeconds(5, { hasTimeouts: true });
    const outcome = await send(sessionCookie(tokens));
    expect(outcome.auth).toMatchObject({ session: { userId } });
  });

  test("delays a page that guests see too by about a second, also with an expired token", async () => {
    await send(sessionCookie(tokens));
    vi.stubGlobal("fetch", () => new Promise(() => {}));
    leaveSeconds(-60, { hasTimeouts: true });
    const page = await send(sessionCookie(tokens), {
      read: (context) => getAuth(context, { for: "guest-page" }),
    });
    expect(page).toEqual({ auth: { kind: "unknown" }, setCookies: [] });
  });

  test.each<[string, () => Response]>([
    ["an error", () => Response.json({ code: 503, msg: "down" }, { status: 503 })],
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
  ])("of the kind “%s” signs no one out, before or after the token expires", async (_, respond) => {
    await send(sessionCookie(tokens));
    vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) =>
      String(input).includes("/token") ? Promise.resolve(respond()) : real(input, init),
    );
    leaveSeconds(5, { hasTimeouts: true });
    const early = await send(sessionCookie(tokens));
    expect(early.auth).toMatchObject({ kind: "user", session: { userId } });
    expect(early.setCookies).toEqual([]);
    leaveSeconds(-60, { hasTimeouts: true });
    expect(await send(sessionCookie(tokens))).toEqual({
      auth: { kind: "unknown" },
      setCookies: [],
    });
  });
});

describe("a refresh", () => {
  const real = globalThis.fetch;

  test("is one call per request, for the guard, the action and the open page", async () => {
    await send(sessionCookie(tokens));
    const calls: string[] = [];
    vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) => {
      if (String(input).includes("/token")) calls.push(String(input));
      return real(input, init);
    });
    leaveSeconds(5, { hasTimeouts: true });
    const { auth } = await send(sessionCookie(tokens), {
      async use(context) {
        await Promise.all([getAuth(context), getAuth(context, { for: "open-page" })]);
        // With the fake clock, the new token would be about to expire too.
        vi.useRealTimers();
        const client = await openSessionClient(context);
        const { data } = await client.getUser();
        expect(data.user?.id).toBe(userId);
      },
    });
    expect(auth).toMatchObject({ kind: "user" });
    expect(calls).toHaveLength(1);
  });
});
