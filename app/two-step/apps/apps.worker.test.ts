import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { authMiddleware, requireSession } from "~/auth/session/auth.server";
import { platformContext } from "~/platform/context.server";
import { createCookieJar } from "~/platform/cookie-jar.server";
import { sessionCookie } from "../../../tests/support/auth-server";
import {
  createPerson,
  endSessions,
  openPlatform,
  signIn,
} from "../../../tests/support/worker/fixtures";
import { setUpApp } from "./apps.server";

test("setting up an app in a session that was ended elsewhere leads to sign-in", async () => {
  const platform = openPlatform();
  const person = await createPerson(platform);
  const cookie = sessionCookie(await signIn(platform, person));
  await endSessions(platform, person);
  const url = new URL("/settings/two-step", platform.config.siteUrl);
  const context = new RouterContextProvider();
  context.set(platformContext, { ...platform, cookies: createCookieJar(cookie, false) });
  const args = { request: new Request(url), url, context, params: {}, pattern: "/" };
  const formData = new FormData();
  formData.set("name", "Phone");
  let thrown: unknown;
  await authMiddleware(args, async () => {
    await requireSession([])(args, async () => {
      thrown = await setUpApp(context, formData).catch((error: unknown) => error);
      return new Response();
    });
    return new Response();
  });
  await platform.close();
  expect(thrown).toMatchObject({ status: 302 });
});
