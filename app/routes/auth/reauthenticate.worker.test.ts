import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { authMiddleware } from "~/auth/session/auth.server";
import { type Platform, platformContext } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { sessionCookie } from "../../../tests/support/auth-server";
import {
  createPerson,
  openPlatform,
  signIn,
  type Tokens,
} from "../../../tests/support/worker/fixtures";
import { loader } from "./reauthenticate";

let platform: Platform;
let tokens: Tokens;
beforeEach(async () => {
  platform = openPlatform();
  tokens = await signIn(platform, await createPerson(platform));
});
afterEach(async () => {
  vi.useRealTimers();
  await platform.close();
});

/** What the page at `query` says, some seconds after the sign-in. */
async function open(query: string, ageS: number) {
  const url = new URL(`/auth/reauthenticate?${query}`, platform.config.siteUrl);
  const context = new RouterContextProvider();
  context.set(platformContext, {
    ...platform,
    cookies: createCookieJar(sessionCookie(tokens), false),
  });
  const args = { request: new Request(url), url, context, params: {}, pattern: url.pathname };
  let page: Awaited<ReturnType<typeof loader>> | undefined;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ageS * 1000 });
  await authMiddleware(args, async () => {
    page = await loader({ ...args, pattern: "/auth/reauthenticate" });
    return new Response();
  });
  return page;
}

test("the page says that its user is signed in again only soon after a sign-in", async () => {
  expect(await open("done", 60)).toMatchObject({ isDone: true });
  expect(await open("done", 16 * 60)).toMatchObject({ isDone: false });
});

test("the page repeats no problem that a link names", async () => {
  for (const problem of ["request/rate-limited", "auth/session-ended", "provider_disabled"]) {
    expect(await open(new URLSearchParams({ problem }).toString(), 0)).toMatchObject({
      error: null,
    });
  }
});
