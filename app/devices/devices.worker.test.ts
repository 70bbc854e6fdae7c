import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createStatelessClient } from "~/auth/gotrue/client.server";
import type { Session } from "~/auth/session/request-auth.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import { verifyAccessToken } from "~/auth/session/token/access-token.server";
import type { Database } from "~/platform/database.server";
import { makeForm } from "../../tests/support/fixtures";
import { createPerson, openPlatform, type Person } from "../../tests/support/worker/fixtures";
import { listDevices, signOutDevice, signOutOtherDevices } from "./devices.server";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const platform = openPlatform();
let database: Database;
let person: Person;

beforeEach(async () => {
  database = await platform.database.get();
  person = await createPerson(platform);
});
afterAll(() => platform.database.close());

interface SignedIn {
  readonly session: Session;
  readonly hasEnded: () => Promise<boolean>;
}

async function signIn({ email }: Person, userAgent: string): Promise<SignedIn> {
  const auth = createStatelessClient({ ...platform, userAgent });
  const { data, error } = await auth.signInWithPassword({ email, password: "correct-horse-1" });
  if (error) throw error;
  const { access_token: accessToken, refresh_token } = data.session;
  const verification = await verifyAccessToken(accessToken, platform);
  if (!verification.ok) throw new Error(verification.reason);
  return {
    session: { ...verification.claims, accessToken },
    hasEnded: async () => (await auth.refreshSession({ refresh_token })).error !== null,
  };
}

const createForm = (device: string) => makeForm({ device });

describe("devices", () => {
  test("are listed by name, with this one first and marked", async () => {
    const phone = await signIn(person, SAFARI);
    const laptop = await signIn(person, FIREFOX);
    const devices = await listDevices(database, phone.session);
    expect(devices).toMatchObject([
      {
        id: phone.session.sessionId,
        name: "Safari on iPhone",
        isCurrent: true,
        isCodeDue: false,
      },
      { id: laptop.session.sessionId, name: "Firefox on Linux", isCurrent: false },
    ]);
    const ageMs = Date.now() - Date.parse(devices[1]?.usedAt ?? "");
    expect(Math.abs(ageMs)).toBeLessThan(60_000);
    const [, due] = await listDevices(database, { ...phone.session, twoStep: "done" });
    expect(due).toMatchObject({ isCurrent: false, isCodeDue: true });
  });

  test("of another account are neither listed nor signed out", async () => {
    const mine = await signIn(person, FIREFOX);
    const stranger = await signIn(await createPerson(platform), SAFARI);
    expect(await listDevices(database, mine.session)).toHaveLength(1);
    await signOutDevice(
      { platform, database, session: mine.session },
      createForm(stranger.session.sessionId),
    );
    await signOutOtherDevices({ platform, database, session: mine.session });
    expect(await stranger.hasEnded()).toBe(false);
  });

  test("are signed out one by one, or all except this one", async () => {
    const [mine, lost, one, two] = [
      await signIn(person, FIREFOX),
      await signIn(person, SAFARI),
      await signIn(person, SAFARI),
      await signIn(person, SAFARI),
    ];
    const form = createForm(lost.session.sessionId);
    expect(await signOutDevice({ platform, database, session: mine.session }, form)).toMatchObject({
      status: "success",
    });
    expect(await lost.hasEnded()).toBe(true);
    expect(await one.hasEnded()).toBe(false);
    expect(await signOutOtherDevices({ platform, database, session: mine.session })).toMatchObject({
      message: expect.stringContaining("Your other devices have been signed out."),
    });
    const ended = [await one.hasEnded(), await two.hasEnded(), await mine.hasEnded()];
    expect(ended).toEqual([true, true, false]);
  });

  test("that were signed out can list and sign out nothing with a token that has not expired", async () => {
    const mine = await signIn(person, FIREFOX);
    const thief = await signIn(person, SAFARI);
    await signOutDevice(
      { platform, database, session: mine.session },
      createForm(thief.session.sessionId),
    );
    for (const attempt of [
      () => listDevices(database, thief.session),
      () =>
        signOutDevice(
          { platform, database, session: thief.session },
          createForm(mine.session.sessionId),
        ),
      () => signOutOtherDevices({ platform, database, session: thief.session }),
    ]) {
      await expect(attempt()).rejects.toSatisfy(isSessionEnded);
    }
    expect(await mine.hasEnded()).toBe(false);
  });

  test("are logged as signed out where there were any", async () => {
    const { session } = await signIn(person, FIREFOX);
    const lost = await signIn(person, SAFARI);
    const request = { platform, database, session };
    const form = createForm(lost.session.sessionId);
    const log = vi.spyOn(console, "log").mockReturnValue();
    await signOutDevice(request, form);
    expect(log).toHaveBeenCalledOnce();
    expect(log).toHaveBeenCalledWith(expect.stringContaining('"action":"devices-signed-out"'));
    await signOutDevice(request, form);
    await signOutOtherDevices(request);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test("reject signing out this device, and an id that is not a device", async () => {
    const { session } = await signIn(person, FIREFOX);
    expect(
      await signOutDevice({ platform, database, session }, createForm(session.sessionId)),
    ).toMatchObject({
      code: "devices/this-one",
    });
    expect(
      await signOutDevice({ platform, database, session }, createForm("x' or true --")),
    ).toMatchObject({
      status: "error",
      httpStatus: 422,
    });
  });
});
