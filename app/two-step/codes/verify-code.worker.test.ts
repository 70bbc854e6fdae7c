import { AuthApiError } from "@supabase/supabase-js";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Session } from "~/auth/session/request-auth.server";
import { createSessionClient } from "~/auth/session/supabase.server";
import { platformContext } from "~/platform/context.server";
import {
  asLiveUserId,
  createPerson,
  openPlatform,
  openSession,
} from "../../../tests/support/worker-world";
import { verifyCode } from "../apps/apps.server";
import { countFailedAttempts, startCodeAttempt } from "./code-attempts.server";

const platform = openPlatform();
const context = new RouterContextProvider();
context.set(platformContext, platform);
afterAll(() => platform.close());

const APP = "1f0c1b7e-0a52-4f0e-9d1c-3f3d3b5b7a01";
const wrong = new AuthApiError("Invalid TOTP code entered", 422, "mfa_verification_failed");
const gone = new AuthApiError("Factor not found", 404, "mfa_factor_not_found");
const limited = new AuthApiError("Request rate limit reached", 429, "over_request_rate_limit");
const outage = new AuthApiError("status 502", 599, "auth/no-answer");

let userId: string;
let sessionId: string;
beforeEach(async () => {
  ({ userId, sessionId } = await openSession(platform, await createPerson(platform)));
});

/** Enters a code that the auth server answers with `error`. */
function enter(code: string, error: AuthApiError, twoStep: Session["twoStep"] = "due") {
  const session: Session = {
    userId,
    email: "ann@example.com",
    sessionId,
    expiresAt: 2_000_000_000,
    authenticatedAt: 1_900_000_000,
    twoStep,
    providers: ["email"],
    accessToken: "a.b.c",
  };
  const auth = createSessionClient(platform);
  vi.spyOn(auth.mfa, "challengeAndVerify").mockResolvedValue({ data: null, error });
  return verifyCode({ context, session, auth }, { app: APP, code });
}

const wrongCodes = async () => countFailedAttempts(await platform.database.get(), userId);

async function enterWrongly(times: number): Promise<void> {
  const database = await platform.database.get();
  for (let count = 0; count < times; count += 1)
    await startCodeAttempt(database, asLiveUserId(userId));
}

describe("a code at sign-in", () => {
  test("counts when it is wrong", async () => {
    expect(await enter("000001", wrong)).toMatchObject({ httpStatus: 422 });
    expect(await wrongCodes()).toBe(1);
  });

  test.each([
    ["cannot be checked", outage, 503],
    ["is one of too many calls", limited, 429],
    ["is of an app that another tab has removed", gone, 422],
  ])("does not count when it %s", async (_, error, httpStatus) => {
    expect(await enter("000002", error)).toMatchObject({ status: "error", httpStatus });
    expect(await wrongCodes()).toBe(0);
  });

  test("does not count when it was entered before", async () => {
    await enter("000003", outage);
    expect(await enter("000003", wrong)).toMatchObject({
      fieldErrors: { code: expect.stringContaining("entered before") },
    });
    expect(await wrongCodes()).toBe(0);
  });

  test("of a removed app is told as that", async () => {
    expect(await enter("000004", gone)).toMatchObject({
      fieldErrors: { code: expect.stringContaining("no longer on your account") },
    });
  });
});

test("wrong codes at sign-in lock sign-in, not the settings of a session that is past it", async () => {
  await enterWrongly(10);
  expect(await enter("000005", wrong)).toMatchObject({ code: "auth/too-many-codes" });
  expect(await enter("000005", wrong, "done")).toMatchObject({ httpStatus: 422 });
  expect(await enter("000006", wrong, "none")).toMatchObject({ httpStatus: 422 });
  expect(await wrongCodes()).toBe(10);
});
