import { sql } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStatelessClient } from "~/auth/gotrue/client.server";
import { requestAuthContext } from "~/auth/session/request-auth.server";
import { type Platform, platformContext } from "~/platform/context.server";
import { callAuth } from "../../../tests/support/auth-server";
import { makeForm, makeSession } from "../../../tests/support/fixtures";
import {
  asLiveUserId,
  createPerson,
  openPlatform,
  openSession,
  type Person,
  signIn,
} from "../../../tests/support/worker/fixtures";
import { recoverAccount } from "./recover.server";
import { countRecoveryCodes, generateRecoveryCodes } from "./recovery-codes.server";

let platform: Platform;
let person: Person;
let code: string;
beforeEach(async () => {
  platform = openPlatform();
  person = await createPerson(platform);
  const session = await openSession(platform, person);
  [code = ""] = await generateRecoveryCodes(await platform.database.get(), session);
  const { access_token: token } = await signIn(platform, person);
  const app = { factor_type: "totp", friendly_name: "Phone" };
  await callAuth(platform.config.supabase.url, "factors", app, { token });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await platform.close();
});

/** Signs in with the password. Returns a function that enters the code in this session. */
async function startRecovery(own = openPlatform()) {
  const session = makeSession({ ...(await openSession(own, person)), twoStep: "due" });
  const context = new RouterContextProvider();
  context.set(platformContext, own);
  context.set(requestAuthContext, { path: "/auth/verify", cookie: { kind: "none" } });
  const formData = makeForm({ recoveryCode: code });
  return async () => {
    const outcome = await recoverAccount(context, session, formData).catch((thrown) => thrown);
    await own.close();
    return outcome instanceof Response ? outcome.headers.get("Location") : outcome;
  };
}

async function readOutcome() {
  const database = await platform.database.get();
  const { data } = await createStatelessClient(platform).admin.mfa.listFactors(person);
  const { rows: emails } = await database.execute(
    sql`select template from outgoing_emails where recipient = ${person.email}`,
  );
  return {
    codes: await countRecoveryCodes(database, asLiveUserId(person.userId)),
    apps: data?.factors?.length ?? 0,
    emails: emails.length,
  };
}

const UNTOUCHED = { codes: 10, apps: 1, emails: 0 };

/** Makes calls to Supabase Auth with `method` fail. */
function failCalls(method: string): void {
  const callServer = fetch;
  vi.stubGlobal("fetch", (...[input, init]: Parameters<typeof fetch>) =>
    init?.method === method ? Promise.reject(new TypeError("refused")) : callServer(input, init),
  );
}

test("of eight sessions with one code, one redeems it and stays signed in", async () => {
  const recoveries = await Promise.all(Array.from({ length: 8 }, () => startRecovery()));
  const outcomes = await Promise.all(recoveries.map((recover) => recover()));
  expect(outcomes.filter((location) => location === "/settings/two-step")).toHaveLength(1);
  expect(await readOutcome()).toEqual({ codes: 9, apps: 0, emails: 1 });
  const database = await platform.database.get();
  const devices = sql`select from public.list_devices(${person.userId})`;
  expect((await database.execute(devices)).rowCount).toBe(1);
});

test("without the database, nothing is spent or removed", async () => {
  const own = openPlatform();
  const recover = await startRecovery(own);
  vi.spyOn(await own.database.get(), "execute").mockRejectedValue(new Error("cut"));
  expect(await recover()).toMatchObject({ httpStatus: 503, code: "auth/unavailable" });
  expect(await readOutcome()).toEqual(UNTOUCHED);
});

test("while Supabase Auth can't be reached, nothing is spent or removed", async () => {
  const recover = await startRecovery();
  failCalls("GET");
  expect(await recover()).toMatchObject({ httpStatus: 503, code: "auth/unavailable" });
  vi.unstubAllGlobals();
  expect(await readOutcome()).toEqual(UNTOUCHED);
});

test("if the apps can't be removed, the code stays spent, and its owner is told", async () => {
  const [recover, again] = [await startRecovery(), await startRecovery()];
  failCalls("DELETE");
  expect(await recover()).toMatchObject({
    httpStatus: 503,
    message: expect.stringContaining("That code is used up"),
  });
  vi.unstubAllGlobals();
  expect(await readOutcome()).toEqual({ codes: 9, apps: 1, emails: 1 });
  expect(await again()).toContain("/auth/signin");
});
