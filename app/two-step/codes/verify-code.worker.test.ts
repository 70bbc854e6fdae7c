import { AuthApiError } from "@supabase/supabase-js";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { requestAuthContext, type Session } from "~/auth/session/request-auth.server";
import { createSessionClient } from "~/auth/session/session-client.server";
import { platformContext } from "~/platform/context.server";
import { makeForm, makeSession } from "../../../tests/support/fixtures";
import {
  asLiveUserId,
  createPerson,
  endSessions,
  openPlatform,
  openSession,
  type Person,
} from "../../../tests/support/worker/fixtures";
import { spendCode } from "./code-entries.server";
import { verifyCode } from "./verify-code.server";

const platform = openPlatform();
const context = new RouterContextProvider();
context.set(platformContext, platform);
context.set(requestAuthContext, { path: "/settings/two-step", cookie: { kind: "none" } });
afterAll(() => platform.close());

const APP = "1f0c1b7e-0a52-4f0e-9d1c-3f3d3b5b7a01";
const wrong = new AuthApiError("Invalid TOTP code entered", 422, "mfa_verification_failed");
const gone = new AuthApiError("Factor not found", 404, "mfa_factor_not_found");
const limited = new AuthApiError("Request rate limit reached", 429, "over_request_rate_limit");
const outage = new AuthApiError("status 502", 599, "auth/no-response");

const ACCEPTED = {
  access_token: "a.b.c",
  token_type: "bearer",
  expires_in: 3600,
  refresh_token: "r",
  user: { id: "u", app_metadata: {}, user_metadata: {}, aud: "", created_at: "" },
} as const;

let person: Person;
let userId: string;
let sessionId: string;
beforeEach(async () => {
  person = await createPerson(platform);
  ({ userId, sessionId } = await openSession(platform, person));
});

/** Enters a code that Supabase Auth rejects with `error`, or accepts. */
function enter(code: string, error: AuthApiError | null, twoStep: Session["twoStep"] = "due") {
  const session = makeSession({ userId, sessionId, twoStep });
  const auth = createSessionClient(platform);
  const response = error ? { data: null, error } : { data: ACCEPTED, error };
  vi.spyOn(auth.mfa, "challengeAndVerify").mockResolvedValue(response);
  return verifyCode({ context, session, client: auth }, makeForm({ app: APP, code }));
}

test("a code that was entered, right or wrong, is not checked again", async () => {
  expect(await enter("000001", wrong)).toMatchObject({
    fieldErrors: { code: expect.stringContaining("That code isn’t right") },
  });
  expect(await enter("000001", null)).toMatchObject({
    fieldErrors: { code: "That code was already entered. Please wait for the next one." },
  });
  expect(await enter("000002", null)).toBeUndefined();
});

test.each([
  ["that could not be checked", outage, { httpStatus: 503 }],
  ["that was rate limited", limited, { httpStatus: 429 }],
  [
    "of an app that was removed in another tab",
    gone,
    { fieldErrors: { code: "This app is no longer on your account. Please reload this page." } },
  ],
])("a code %s has its own error", async (_, error, result) => {
  expect(await enter("000003", error)).toMatchObject(result);
});

test("too many codes at sign-in lock it, not the settings of a signed-in session", async () => {
  const entries = { app: APP, isCounted: true };
  const database = await platform.database.get();
  for (let count = 0; count < 10; count += 1) {
    await spendCode(database, asLiveUserId(userId), { ...entries, code: `00001${count}` });
  }
  expect(await enter("000020", null)).toMatchObject({ code: "auth/too-many-codes" });
  expect(await enter("000021", null, "done")).toBeUndefined();
  expect(await enter("000022", null, "none")).toBeUndefined();
});

test("a session that has ended, by Supabase Auth or the database, is sent to sign in", async () => {
  const ended = new AuthApiError("Session not found", 403, "session_not_found");
  const thrown = await enter("000007", ended).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ status: 302 });
  await endSessions(platform, person);
  expect(await enter("000008", null).catch((error: unknown) => error)).toMatchObject({
    status: 302,
  });
});
