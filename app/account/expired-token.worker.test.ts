/**
 * A visit with an expired token: the page reads while the token is refreshed, and the result waits for the
 * refresh.
 */
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStatelessClient } from "~/auth/gotrue/client.server";
import { authMiddleware, readUnverifiedSession, requireSession } from "~/auth/session/auth.server";
import { type Platform, platformContext } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { sessionCookie } from "../../tests/support/auth-server";
import {
  banUser,
  createPerson,
  endSessions,
  openPlatform,
  type Person,
  signIn,
  type Tokens,
} from "../../tests/support/worker/fixtures";
import { readLiveUser } from "./account.server";
import { readAsUser } from "./user-data.server";

const realFetch = globalThis.fetch;
let platform: Platform;
let person: Person;
let tokens: Tokens;

beforeEach(async () => {
  platform = openPlatform();
  person = await createPerson(platform);
  tokens = await signIn(platform, person);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  await platform.close();
});

/** Sends calls for a new token to `respond`. */
function interceptRefresh(respond: (send: () => Promise<Response>) => Promise<Response>): void {
  vi.stubGlobal("fetch", (input: RequestInfo, init?: RequestInit) => {
    const send = () => realFetch(input, init);
    return String(input).includes("/token?") ? respond(send) : send();
  });
}

const outage = async () => Response.json({ code: 503, msg: "down" }, { status: 503 });

interface Visit {
  readonly method?: "GET" | "HEAD" | "POST";
  readonly path?: string;
  readonly tokens?: Tokens;
  /** Called when the page starts to read. */
  readonly onRead?: () => void;
  readonly isDatabaseDown?: boolean;
}

/** What a page that shows the user's email sends, and the session in its menu. */
interface Outcome {
  readonly sent: unknown;
  readonly client?: Awaited<ReturnType<typeof readUnverifiedSession>>;
  readonly setCookies: string[];
}

/** Visits a page once the token of `visit` has expired. */
async function open(visit: Visit = {}): Promise<Outcome> {
  const { method = "GET", path = "/dashboard", onRead, isDatabaseDown } = visit;
  const session = visit.tokens ?? tokens;
  const cookie = sessionCookie(session);
  const url = new URL(path, platform.config.siteUrl);
  const context = new RouterContextProvider();
  const database: Platform["database"] = {
    ...platform.database,
    get() {
      onRead?.();
      return isDatabaseDown ? Promise.reject(new Error("connect")) : platform.database.get();
    },
  };
  const cookies = createCookieJar(cookie, false);
  context.set(platformContext, { ...platform, database, cookies });
  const args = { request: new Request(url, { method }), url, context, params: {}, pattern: "/" };
  let sent: unknown;
  let client: Awaited<ReturnType<typeof readUnverifiedSession>> | undefined;
  const loaders = async () => {
    [client, sent] = await Promise.all([
      readUnverifiedSession(context),
      readAsUser(context, readLiveUser),
    ]);
    return new Response();
  };
  vi.useFakeTimers({ toFake: ["Date"], now: (tokens.expires_at + 60) * 1000 });
  const response = await authMiddleware(args, async () => {
    // The cookie has been read; the new token is valid by the real clock.
    vi.useRealTimers();
    try {
      await requireSession(["/dashboard", "/settings/general"])(args, loaders);
    } catch (thrown) {
      sent = thrown;
    }
    return new Response();
  });
  return {
    sent,
    ...(client && { client }),
    setCookies: response instanceof Response ? response.headers.getSetCookie() : [],
  };
}

const isSignedOut = ({ sent, setCookies }: Outcome) =>
  sent instanceof Response &&
  sent.headers.get("Location")?.startsWith("/auth/signin?next=%2Fdashboard") &&
  setCookies.length > 0 &&
  setCookies.every((cookie) => cookie.includes("Max-Age=0"));

/** The lines logged by `use`. */
async function listLogLines(use: () => Promise<unknown>): Promise<unknown[]> {
  const logs = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  for (const log of logs) log.mockImplementation(() => {});
  await use();
  return logs.flatMap(({ mock }) => mock.calls.flat());
}

describe("a page with an expired token", () => {
  test.each(["GET", "HEAD"] as const)(
    "is read for a %s while the token is refreshed",
    async (method) => {
      let onRead = () => {};
      const reading = new Promise<void>((resolve) => {
        onRead = resolve;
      });
      interceptRefresh(async (send) => {
        await reading;
        return send();
      });
      const { sent, client, setCookies } = await open({ method, onRead });
      expect(sent).toMatchObject({ email: person.email });
      expect(client?.expiresAt).toBeGreaterThanOrEqual(tokens.expires_at);
      expect(setCookies.length).toBeGreaterThan(0);
      expect(setCookies.join()).not.toContain("Max-Age=0");
    },
  );

  test("waits for the refresh before a write, and on pages that do more than read", async () => {
    const order: string[] = [];
    interceptRefresh(async (send) => {
      order.push("refresh");
      return send();
    });
    const onRead = () => void order.push("read");
    await open({ onRead, path: "/settings/billing" });
    await open({ onRead, method: "POST" });
    expect(order).toEqual(["refresh", "read", "refresh", "read"]);
  });
});

describe("a read whose session has ended is discarded", () => {
  test.each([
    ["signed out", () => endSessions(platform, person)],
    ["banned", () => banUser(platform, person)],
    ["deleted", () => createStatelessClient(platform).admin.deleteUser(person.userId)],
  ] satisfies [string, () => Promise<unknown>][])("when the user was %s", async (_, end) => {
    await end();
    const read = vi.fn<() => void>();
    const outcome = await open({ onRead: read });
    expect(read).toHaveBeenCalled();
    expect(isSignedOut(outcome)).toBe(true);
    expect(outcome.client).toBeUndefined();
  });

  test("when the refresh token belongs to another session", async () => {
    const other = await signIn(platform, await createPerson(platform));
    const outcome = await open({ tokens: { ...tokens, refresh_token: other.refresh_token } });
    expect(isSignedOut(outcome)).toBe(true);
  });

  test("without a log line, even when the database failed first", async () => {
    await endSessions(platform, person);
    const lines = await listLogLines(async () => {
      expect(isSignedOut(await open({ isDatabaseDown: true }))).toBe(true);
    });
    expect(lines).toEqual([]);
  });
});

describe("an outage", () => {
  test("of Supabase Auth shows the error of any other page, and keeps the session", async () => {
    interceptRefresh(outage);
    const [read, waits] = [await open(), await open({ path: "/settings/two-step" })];
    expect(read).toEqual(waits);
    expect(read.sent).toMatchObject({ init: { status: 503 } });
    expect(read.setCookies).toEqual([]);
  });

  test("of the database shows its error and is logged once; the new tokens are kept", async () => {
    let outcome: Outcome | undefined;
    const lines = await listLogLines(async () => {
      outcome = await open({ isDatabaseDown: true });
    });
    expect(outcome?.sent).toMatchObject({ data: { code: "database/unreachable" } });
    expect(outcome?.setCookies.length).toBeGreaterThan(0);
    expect(outcome?.setCookies.join()).not.toContain("Max-Age=0");
    expect(lines).toEqual([expect.stringContaining("account.read_failed")]);
  });

  test("of both logs only that Supabase Auth failed", async () => {
    interceptRefresh(outage);
    const lines = await listLogLines(() => open({ isDatabaseDown: true }));
    expect(lines).toEqual([expect.stringContaining("auth.call_failed")]);
  });
});
