/**
 * The sessions of an account, through database functions that only see the rows of the given user. GoTrue has no API to
 * list sessions, and ends a single session only for the holder of its tokens.
 */
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { endOtherSessions, requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { deviceMessages, signInMethods } from "~/content/auth/devices";
import { formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { appError } from "~/http/app-error";
import { getDeviceName } from "~/http/device-name";
import type { Database } from "~/platform/database.server";

export const MAX_DEVICES_SHOWN = 50;

const THIS_DEVICE = appError(422, "devices/this-one", deviceMessages.thisDevice);

const signOutDeviceSchema = v.object({
  device: v.pipe(v.string(deviceMessages.missing), v.uuid(deviceMessages.missing)),
});

const devicesSchema = v.array(
  v.object({
    id: v.string(),
    user_agent: v.nullable(v.string()),
    used_at: v.pipe(
      v.union([v.date(), v.string()]),
      v.transform((instant) => new Date(instant)),
    ),
    aal: v.nullable(v.string()),
    method: v.nullable(v.string()),
  }),
);

/** The user's signed-in devices: this one first, then the most recently used, at most one more than `MAX_DEVICES_SHOWN`. */
export async function listDevices(database: Database, session: Session) {
  const { rows } = await database.execute(sql`
    select id, user_agent, used_at, aal, method
    from public.list_devices(${requireLiveSession(session)})
    order by id = ${session.sessionId} desc, used_at desc, id
    limit ${MAX_DEVICES_SHOWN + 1}`);
  return v.parse(devicesSchema, rows).map(({ id, user_agent, used_at, aal, method }) => ({
    id,
    /** Browser and operating system. */
    name: getDeviceName(user_agent),
    /** The last sign-in or session refresh. ISO 8601. */
    usedAt: used_at.toISOString(),
    isCurrent: id === session.sessionId,
    /** The password was entered, but not the two-step code. */
    isMfaRequired: session.twoStep === "done" && aal === "aal1",
    /** How it signed in; undefined for a method without a name. */
    method: signInMethods[method ?? ""],
  }));
}

export type Device = Awaited<ReturnType<typeof listDevices>>[number];

/**
 * Ends another session of the same user, so that it cannot be refreshed. Succeeds if it has already ended. Requires a
 * recent sign-in.
 */
export async function signOutDevice(database: Database, session: Session, formData: FormData) {
  const form = parseForm(signOutDeviceSchema, formData);
  if (!form.ok) return form.error;
  const { device } = form.value;
  if (device === session.sessionId) return formError(THIS_DEVICE);
  const loginError = checkRecentLogin(session);
  if (loginError) return loginError;
  await database.execute(
    sql`select public.sign_out_device(${requireLiveSession(session)}, ${session.sessionId}, ${device})`,
  );
  return formSuccess(deviceMessages.signedOut);
}

/** Ends all other sessions of the user. Requires a recent sign-in. */
export async function signOutOtherDevices(database: Database, session: Session) {
  return (
    checkRecentLogin(session) ??
    formSuccess(deviceMessages.othersSignedOut(await endOtherSessions(database, session)))
  );
}
