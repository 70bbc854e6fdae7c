import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { customers } from "#drizzle/schema";
import { requireLiveSession } from "~/auth/session/live-session.server";
import { sessionCookie } from "../../tests/support/auth-server";
import {
  createPerson,
  endSessions,
  openPlatform,
  runInSession,
  signIn,
} from "../../tests/support/worker/fixtures";
import { readAsUser } from "./user-data.server";

const platform = openPlatform();
afterAll(() => platform.close());

/** A new account, and its `Cookie` header. */
async function openAccount() {
  const person = await createPerson(platform);
  return { person, cookie: sessionCookie(await signIn(platform, person)) };
}

/** What reading a row that does not exist leads to. */
const openMissingRow = (cookie: string) =>
  runInSession(platform, cookie, (context) =>
    readAsUser(context, async (database, session) => {
      const isOwn = eq(customers.userId, requireLiveSession(session));
      const [row] = await database.select().from(customers).where(isOwn);
      return row;
    }).catch((thrown: unknown) => ({ thrown })),
  );

test("a row that does not exist is a 404, and its user stays signed in", async () => {
  const { cookie } = await openAccount();
  expect(await openMissingRow(cookie)).toMatchObject({
    thrown: { init: { status: 404 }, data: { message: "This page could not be found." } },
  });
});

test("a word in place of an id is a 404", async () => {
  const { cookie } = await openAccount();
  const outcome = await runInSession(platform, cookie, (context) =>
    readAsUser(context, async (database, session) => {
      const isOwn = eq(customers.userId, requireLiveSession(session));
      const isNamed = and(isOwn, eq(customers.userId, "a-word"));
      const [row] = await database.select().from(customers).where(isNamed);
      return row;
    }).catch((thrown: unknown) => ({ thrown })),
  );
  expect(outcome).toMatchObject({ thrown: { init: { status: 404 } } });
});

test("a row that does not exist leads a user whose session has ended to sign-in", async () => {
  const { person, cookie } = await openAccount();
  await endSessions(platform, person);
  const outcome = await openMissingRow(cookie);
  expect(outcome).toMatchObject({ thrown: { status: 302 } });
});
