import { createServerClient } from "@supabase/ssr";
import { describe, expect, test } from "vitest";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { createCookieStorage } from "./session-storage.server";

const SESSION = "sb-project-auth-token";
const VERIFIER = `${SESSION}-flow-12345678-code-verifier`;

/** A storage on a request with these cookies, as name and value. */
function openStorage(sent: Record<string, string> = {}) {
  const header = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
  const cookies = createCookieJar(header.join("; "), false);
  const storage = createCookieStorage({ cookies, sessionName: SESSION });
  /** The cookies in the browser after the response. */
  const browserCookies = () =>
    Object.fromEntries(cookies.all().map(({ name, value }) => [name, value]));
  return { storage, cookies, browserCookies };
}

const base64 = (text: string) => `base64-${Buffer.from(text).toString("base64url")}`;

/** A session whose JSON takes more than one cookie. */
function longSession() {
  return JSON.stringify({
    access_token: `e30.${Buffer.from('{"exp":4102444800}').toString("base64url")}.${"x".repeat(6_000)}`,
    refresh_token: "refresh",
    expires_at: 4_102_444_800,
    token_type: "bearer",
  });
}

test("a session is written as @supabase/ssr reads it", async () => {
  const { storage, cookies, browserCookies } = openStorage();
  await storage.setItem(SESSION, longSession());
  expect(Object.keys(browserCookies())).toEqual([`${SESSION}.0`, `${SESSION}.1`, `${SESSION}.2`]);
  const sent = cookies.setCookieHeaders().map((line) => createCookieJar(line, false).all()[0]);
  const client = createServerClient("https://project.example", "key", {
    cookieOptions: { name: SESSION },
    cookies: { getAll: () => sent.filter((cookie) => cookie !== undefined), setAll: () => {} },
  });
  const { data } = await client.auth.getSession();
  expect(data.session?.refresh_token).toBe("refresh");
  expect(data.session?.access_token).toHaveLength(JSON.parse(longSession()).access_token.length);
});

test("a session that @supabase/ssr has written is read", async () => {
  const written: Record<string, string> = {};
  const client = createServerClient("https://project.example", "key", {
    cookieOptions: { name: SESSION },
    cookies: {
      encode: "tokens-only",
      getAll: () => [],
      setAll: (changes) => {
        for (const { name, value } of changes) written[name] = value;
      },
    },
    global: {
      fetch: async () =>
        Response.json({ ...JSON.parse(longSession()), expires_in: 3600, user: { id: "1" } }),
    },
  });
  const { error } = await client.auth.signInWithPassword({ email: "a@example.com", password: "p" });
  expect(error).toBeNull();
  const { storage } = openStorage(written);
  const read = await storage.getItem(SESSION);
  expect(JSON.parse(read ?? "{}")).toMatchObject({ refresh_token: "refresh" });
});

test("a shorter session removes the extra chunks of the longer one", async () => {
  const { storage, cookies, browserCookies } = openStorage({
    [`${SESSION}.0`]: "a",
    [`${SESSION}.1`]: "b",
  });
  await storage.setItem(SESSION, "{}");
  expect(browserCookies()).toEqual({ [SESSION]: base64("{}") });
  expect(cookies.setCookieHeaders().filter((line) => line.includes("Max-Age=0"))).toHaveLength(2);
});

test("a cookie that is not encoded is ignored", async () => {
  expect(await openStorage({ [SESSION]: "no-prefix" }).storage.getItem(SESSION)).toBeNull();
  expect(await openStorage().storage.getItem(SESSION)).toBeNull();
});

describe("removeItem", () => {
  test("keeps the session cookie", async () => {
    const sent = { [SESSION]: base64("{}") };
    const { storage, browserCookies } = openStorage(sent);
    await storage.removeItem(SESSION);
    expect(browserCookies()).toEqual(sent);
  });

  test("removes one verifier and no other", async () => {
    const other = { [`${SESSION}-flow-87654321-code-verifier`]: base64('"b"') };
    const { storage, browserCookies } = openStorage({ [VERIFIER]: base64('"a"'), ...other });
    await storage.removeItem(VERIFIER);
    expect(browserCookies()).toEqual(other);
  });
});

test("a verifier expires after an hour, a session later", async () => {
  const { storage, cookies } = openStorage();
  await storage.setItem(VERIFIER, '"a"');
  await storage.setItem(SESSION, "{}");
  const ages = cookies.setCookieHeaders().map((line) => Number(/Max-Age=(\d+)/.exec(line)?.[1]));
  expect(ages[0]).toBe(3600);
  expect(ages[1]).toBeGreaterThan(30 * 24 * 3600);
});
