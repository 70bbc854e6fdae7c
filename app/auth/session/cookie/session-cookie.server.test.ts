import { describe, expect, test } from "vitest";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { readSessionTokens, sessionCookieName, sessionCookieNames } from "./session-cookie.server";

const NAME = "sb-127-54321-auth-token";
const session = { access_token: "aa.bb.cc", refresh_token: "r1", expires_at: 1_900_000_000 };
const encode = (value: unknown) =>
  `base64-${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
const getName = (url: string) =>
  sessionCookieName({
    supabase: { url, publishableKey: "", secretKey: "", jwtSecret: undefined },
  });
const parse = (header: string) => createCookieJar(header, false).all();
const read = (header: string) => readSessionTokens(parse(header), NAME);

describe("the session cookie", () => {
  test("is named after the project, as in supabase-js", () => {
    expect(getName("https://abcdef.supabase.co")).toBe("sb-abcdef-auth-token");
    expect(getName("https://auth.studio.example:8443")).toBe("sb-auth-auth-token");
  });

  test("is another one for each local project", () => {
    expect(getName("http://127.0.0.1:54321")).toBe(NAME);
    expect(getName("http://127.0.0.1:65321")).toBe("sb-127-65321-auth-token");
  });

  test("is read from one cookie", async () => {
    expect(await read(`a=1; ${NAME}=${encode(session)}; b=2`)).toEqual({
      accessToken: "aa.bb.cc",
      refreshToken: "r1",
      expiresAt: 1_900_000_000,
    });
  });

  test("is joined from chunks in any order", async () => {
    const value = encode(session);
    const header = `${NAME}.1=${value.slice(40)}; ${NAME}.0=${value.slice(0, 40)}`;
    expect((await read(header))?.refreshToken).toBe("r1");
  });

  test.each([
    ["absent", "a=1"],
    ["empty", `${NAME}=`],
    ["of another encoding", `${NAME}=${JSON.stringify(session)}`],
    ["no base64", `${NAME}=base64-%%%`],
    ["no JSON", `${NAME}=base64-bm9wZQ`],
    ["truncated", `${NAME}=${encode(session).slice(0, -12)}`],
    ["missing its first chunk", `${NAME}.1=${encode(session)}`],
    ["without a token", `${NAME}=${encode({ ...session, access_token: undefined })}`],
    ["with a token of two parts", `${NAME}=${encode({ ...session, access_token: "aa.bb" })}`],
    [
      "with a token that is no base64url",
      `${NAME}=${encode({ ...session, access_token: "a+.b.c" })}`,
    ],
    ["without expiry", `${NAME}=${encode({ ...session, expires_at: "soon" })}`],
  ])("is ignored if it is %s", async (_, header) => {
    expect(await read(header)).toBeUndefined();
  });

  test("is found with all its chunks for removal, and no other cookie is", () => {
    const cookies = parse(`${NAME}=x; ${NAME}.0=x; ${NAME}.12=x; ${NAME}-code-verifier=x; other=x`);
    expect(sessionCookieNames(cookies, NAME)).toEqual([NAME, `${NAME}.0`, `${NAME}.12`]);
  });
});
