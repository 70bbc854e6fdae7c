import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { customers, users } from "#drizzle/schema";
import {
  banUser,
  createPerson,
  endSessions,
  openPlatform,
  openSession,
  type Person,
} from "../../../tests/support/worker/fixtures";
import { createStatelessClient } from "../gotrue/client.server";
import { requireLiveSession, type SessionRef } from "./live-session.server";
import { isSessionEnded } from "./session-ended.server";

const platform = openPlatform();
afterAll(() => platform.database.close());

let person: Person;
let session: SessionRef;
beforeEach(async () => {
  person = await createPerson(platform);
  session = await openSession(platform, person);
});

async function rename(by: SessionRef = session) {
  const database = await platform.database.get();
  return database
    .update(users)
    .set({ name: "Renamed" })
    .where(eq(users.id, requireLiveSession(by)))
    .returning({ id: users.id });
}

async function add() {
  const database = await platform.database.get();
  const rows = [{ userId: requireLiveSession(session) }];
  return database.insert(customers).values(rows).returning({ owner: customers.userId });
}

async function readName() {
  const database = await platform.database.get();
  const [row] = await database.select().from(users).where(eq(users.id, person.userId));
  return row?.name;
}

/** The error of a statement; undefined if it succeeds. */
const catchError = (statement: Promise<unknown>) =>
  statement.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a statement that requires a live session", () => {
  test("succeeds as its user while the session is live", async () => {
    expect(await rename()).toEqual([{ id: person.userId }]);
    expect(await add()).toEqual([{ owner: person.userId }]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["was signed out", () => endSessions(platform, person)],
    ["belongs to a banned user", () => banUser(platform, person)],
    [
      "belongs to a deleted user",
      () => createStatelessClient(platform).admin.deleteUser(person.userId),
    ],
  ])("fails without effect when the session %s", async (_, end) => {
    await end();
    expect(isSessionEnded(await catchError(rename()))).toBe(true);
    expect(isSessionEnded(await catchError(add()))).toBe(true);
    expect(await readName()).not.toBe("Renamed");
  });

  test("fails for a session of another user", async () => {
    const other = await createPerson(platform);
    const mixed = { userId: other.userId, sessionId: session.sessionId };
    expect(isSessionEnded(await catchError(rename(mixed)))).toBe(true);
  });
});
