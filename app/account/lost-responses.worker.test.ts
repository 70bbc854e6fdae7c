/**
 * Supabase Auth performs a change but its response is lost, or rejects it: the error shown, and what a
 * retry finds.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { customers } from "#drizzle/schema";
import { setPassword } from "~/auth/manage/password/set-password.server";
import { getSession } from "~/auth/session/auth.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import { type FormResult, formError } from "~/forms/form-result";
import { unknownOutcome } from "~/http/app-error";
import type { RequestContext } from "~/platform/context.server";
import { callAuth, sessionCookie } from "../../tests/support/auth-server";
import { makeForm } from "../../tests/support/fixtures";
import {
  createPerson,
  openPlatform,
  runInSession,
  signIn,
} from "../../tests/support/worker/fixtures";
import { deleteAccount } from "./delete/delete-account.server";
import { handleProfileForm } from "./profile/profile.server";
import { readProfile } from "./profile/read-profile.server";
import { readAsUser } from "./user-data.server";

const NEW = "a-brand-new-password";

let platform: ReturnType<typeof openPlatform>;
let userId: string;
let email: string;
let cookie: string;
beforeEach(async () => {
  platform = openPlatform();
  await switchPerson();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await platform.close();
});

async function switchPerson(): Promise<void> {
  const person = await createPerson(platform);
  ({ userId, email } = person);
  cookie = sessionCookie(await signIn(platform, person));
}

interface Fault {
  readonly method: string;
  readonly path: string;
  /** The response in place of the call. Without it, the call is made and its response is dropped. */
  readonly response?: () => Response;
  /** How many calls are affected. Default: all. */
  readonly times?: number;
}

/** Runs `action` as the signed-in user, with a fault of Supabase Auth. */
async function send(
  action: (context: RequestContext, formData: FormData) => Promise<FormResult>,
  fields: Readonly<Record<string, string>>,
  fault?: Fault,
): Promise<FormResult | Response> {
  const real = globalThis.fetch;
  if (fault) {
    let left = fault.times ?? Number.POSITIVE_INFINITY;
    vi.stubGlobal("fetch", async (input: RequestInfo, init?: RequestInit) => {
      const isAffected = init?.method === fault.method && String(input).includes(fault.path);
      if (!isAffected || left === 0) return real(input, init);
      left -= 1;
      if (fault.response) return fault.response();
      await (await real(input, init)).body?.cancel();
      throw new TypeError("Network connection lost");
    });
  }
  const result = await runInSession(platform, cookie, (context) =>
    action(context, makeForm(fields)),
  );
  vi.stubGlobal("fetch", real);
  return result;
}

test("changing the password: the error says that it may have changed", async () => {
  const fields = { password: NEW, confirmPassword: NEW };
  const changePassword = (context: RequestContext, formData: FormData) =>
    setPassword(context, getSession(context), { formData, message: "" });
  const result = await send(changePassword, fields, { method: "PUT", path: "/user" });
  expect(result).toMatchObject({
    httpStatus: 503,
    code: "auth/no-response",
    status: "unknown",
    message: expect.stringContaining("Sign in with the new password to find out"),
  });
  const { url } = platform.config.supabase;
  await callAuth(url, "token?grant_type=password", { email, password: NEW });
});

test("changing the email: an account waits a minute, and keeps no other from the address", async () => {
  const fields = { name: "Ann", email: `new-${email}` };
  expect(await send(handleProfileForm, fields)).toMatchObject({ status: "success" });
  expect(await send(handleProfileForm, fields)).toMatchObject({
    httpStatus: 429,
    message: expect.stringContaining("we can’t send there right now"),
  });
  await switchPerson();
  expect(await send(handleProfileForm, fields)).toMatchObject({ status: "success" });
});

test("changing the email: the outcome is unknown, and the page shows name and pending change", async () => {
  const fields = { name: "Ann", email: `new-${email}` };
  const result = await send(handleProfileForm, fields, { method: "PUT", path: "/user" });
  expect(result).toMatchObject(formError(unknownOutcome("auth/no-response"), fields));
  const page = await runInSession(platform, cookie, (context) =>
    readAsUser(context, (database, session) => readProfile(database, requireLiveSession(session))),
  );
  expect(page).toMatchObject({ name: "Ann", emailChange: { newEmail: fields.email } });
});

test.each<[string, () => Response, string]>([
  [
    "over the email limit",
    () =>
      Response.json(
        { error_code: "over_email_send_rate_limit", msg: "email rate limit exceeded" },
        { status: 429 },
      ),
    "No email was sent: we can’t send any more right now. Please try again in an hour.",
  ],
  [
    "while Supabase Auth cannot be reached",
    () => new Response("", { status: 521 }),
    "because we can’t reach the sign-in service right now. Please try again in a moment.",
  ],
])(
  "changing the email %s: the error says what was saved and what was not",
  async (_, response, why) => {
    const fields = { name: "Ann", email: `new-${email}` };
    const result = await send(handleProfileForm, fields, {
      method: "PUT",
      path: "/user",
      response,
    });
    expect(result).toMatchObject({ status: "error", values: fields });
    const { message = "" } = result instanceof Response ? {} : result;
    expect(message).toMatch(/^Your name has been saved, but your email was not changed[.,] /);
    expect(message).toContain(why);
    expect(message).not.toContain("Nothing was changed");
  },
);

test("deleting the account: a retry finds it deleted", async () => {
  const fields = { confirmation: email };
  const result = await send(deleteAccount, fields, { method: "DELETE", path: "/admin/users" });
  expect(result).toMatchObject({
    code: "account/not-deleted",
    message: expect.stringContaining("We don’t know whether your account is deleted"),
  });
  const response = () => Response.json({ id: userId });
  const unsure = { method: "GET", path: "/admin/users", response };
  expect(await send(deleteAccount, fields, unsure)).toMatchObject({
    message: expect.stringContaining("We don’t know whether your account is deleted"),
  });
  const retried = await send(deleteAccount, fields);
  expect(retried instanceof Response && retried.headers.get("Location")).toBe("/account-deleted");
});

test("deleting the account: it stays while its billing cannot be canceled", async () => {
  const database = await platform.database.get();
  const stripeCustomerId = `cus_of_another_stripe_account_${userId}`;
  await database.insert(customers).values({ userId, stripeCustomerId });
  const result = await send(deleteAccount, { confirmation: email });
  expect(result).toMatchObject({
    message: expect.stringContaining(
      "We couldn’t close your billing, so your account was not deleted",
    ),
  });
  await signIn(platform, { userId, email });
});
