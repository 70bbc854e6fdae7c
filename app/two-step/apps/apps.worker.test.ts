import { expect, test } from "vitest";
import { sessionCookie } from "../../../tests/support/auth-server";
import { makeForm } from "../../../tests/support/fixtures";
import {
  createPerson,
  endSessions,
  openPlatform,
  runInSession,
  signIn,
} from "../../../tests/support/worker/fixtures";
import { changeTwoStep } from "./apps.server";

test("setting up an app in a session that was ended elsewhere leads to sign-in", async () => {
  const platform = openPlatform();
  const person = await createPerson(platform);
  const cookie = sessionCookie(await signIn(platform, person));
  await endSessions(platform, person);
  const setUp = runInSession(platform, cookie, (context) =>
    changeTwoStep(context, makeForm({ name: "Phone" })),
  );
  expect(await setUp).toMatchObject({ status: 302 });
  await platform.close();
});
