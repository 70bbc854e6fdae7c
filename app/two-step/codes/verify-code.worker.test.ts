import { AuthApiError } from "@supabase/supabase-js";
import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { claims } from "#drizzle/schema";
import { requestAuthContext, type Session } from "~/auth/session/request-auth.server";
import { createSessionClient } from "~/auth/session/session-client.server";
import { platformContext } from "~/platform/context.server";
import { createPerson, openPlatform, openSession } from "../../../tests/support/worker/fixtures";
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

let userId: string;
let sessionId: string;
beforeEach(async () => {
  ({ userId, sessionId } = await openSession(platform, await createPerson(platform)));
});

/** Enters a code for which the auth server returns `error`. */
function enter(code: string, error: AuthApiError, mfa: Session["mfa"] = "due") {
  const session: Session = {
    userId,
    email: "ann@example.com",
    sessionId,
    expiresAt: 2_000_000_000,
    authenticatedAt: 1_900_000_000,
    mfa,
    providers: ["email"],
    accessToken: "a.b.c",
  };
  const auth = createSessionClient(platform);
  vi.spyOn(auth.mfa, "challengeAndVerify").mockResolvedValue({ data: null, error });
  return verifyCode({ context, session, client: auth }, { app: APP, code });
}

const key = () => `wrong-codes:${userId}`;

const wrongCodes = async () => {
  const database = await platform.database.get();
  return (await database.select().from(claims).where(eq(claims.key, key())))[0]?.taken;
};

describe("a code at sign-in", () => {
  test("counts when it is wrong", async () => {
    expect(await enter("000001", wrong)).toMatchObject({ httpStatus: 422 });
    expect(await wrongCodes()).toBe(1);
  });

  test.each([
    ["cannot be checked", outage, 503],
    ["is rate limited", limited, 429],
    ["is of an app that was removed in another tab", gone, 422],
  ])("does not count when it %s", async (_, error, httpStatus) => {
    expect(await enter("000002", error)).toMatchObject({ status: "error", httpStatus });
    expect(await wrongCodes()).toBe(0);
  });

  test("does not count when it was already entered", async () => {
    await enter("000003", outage);
    expect(await enter("000003", wrong)).toMatchObject({
      fieldErrors: { code: "That code was already entered. Please wait for the next one." },
    });
    expect(await wrongCodes()).toBe(0);
  });

  test("of a removed app has its own error", async () => {
    expect(await enter("000004", gone)).toMatchObject({
      fieldErrors: { code: "This app is no longer on your account. Please reload this page." },
    });
  });
});

test("wrong codes at sign-in lock sign-in, not the settings of a signed-in session", async () => {
  const database = await platform.database.get();
  const expiresAt = new Date(Date.now() + 60_000);
  await database.insert(claims).values({ key: key(), taken: 10, expiresAt });
  expect(await enter("000005", wrong)).toMatchObject({ code: "auth/too-many-codes" });
  expect(await enter("000005", wrong, "done")).toMatchObject({ httpStatus: 422 });
  expect(await enter("000006", wrong, "none")).toMatchObject({ httpStatus: 422 });
  expect(await wrongCodes()).toBe(10);
});

test("a session that the auth server calls ended is removed and sent to sign in", async () => {
  const ended = new AuthApiError("Session not found", 403, "session_not_found");
  const thrown = await enter("000007", ended).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ status: 302 });
});
