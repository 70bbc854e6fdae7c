/**
 * The sessions of an account, through functions of the database that see the rows of the one user they are
 * asked about (drizzle/migrations, "devices"). GoTrue lists no sessions, and ends single ones only for
 * whoever holds their tokens.
 */
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { endOtherSessions, requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import type { AppError } from "~/forms/app-error";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import type { Database } from "~/platform/database.server";
import { deviceName } from "./device-name";
import { DEVICES_SHOWN, type Device } from "./devices";
import { signOutDeviceSchema } from "./schema";

const THIS_DEVICE: AppError = {
  status: 422,
  code: "devices/this-one",
  message: "This is the device you are using. To sign out here, use “Sign out” in the menu.",
};

const devicesSchema = v.array(
  v.object({
    id: v.string(),
    user_agent: v.nullable(v.string()),
    used_at: v.pipe(
      v.union([v.date(), v.string()]),
      v.transform((instant) => new Date(instant)),
    ),
    aal: v.nullable(v.string()),
  }),
);

/**
 * Where the user of `session` is signed in: this device first, then those used last, `DEVICES_SHOWN` at most.
 */
export async function listDevices(database: Database, session: Session): Promise<Device[]> {
  const { rows } = await database.execute(sql`
    select id, user_agent, used_at, aal
    from public.list_devices(${requireLiveSession(session)})
    order by id = ${session.sessionId} desc, used_at desc, id
    limit ${DEVICES_SHOWN}`);
  return v.parse(devicesSchema, rows).map(({ id, user_agent, used_at, aal }) => ({
    id,
    name: deviceName(user_agent),
    usedAt: used_at.toISOString(),
    isCurrent: id === session.sessionId,
    isMfaRequired: session.twoStep === "done" && aal === "aal1",
  }));
}

/**
 * Ends one other session of the same user, which it then cannot renew. One that is gone already is fine:
 * that is what was asked for. Needs a recent sign-in.
 */
export async function signOutDevice(
  database: Database,
  session: Session,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(signOutDeviceSchema, formData);
  if (!form.ok) return form.result;
  const { device } = form.value;
  if (device === session.sessionId) return formError(THIS_DEVICE);
  const refusal = checkRecentLogin(session);
  if (refusal) return refusal;
  await database.execute(
    sql`select public.sign_out_device(${requireLiveSession(session)}, ${session.sessionId}, ${device})`,
  );
  return formSuccess("The device has been signed out.");
}

/** Ends all sessions of the user but this one. Needs a recent sign-in. */
export async function signOutOtherDevices(
  database: Database,
  session: Session,
): Promise<FormResult> {
  return (
    checkRecentLogin(session) ??
    formSuccess(describeEnded(await endOtherSessions(database, session)))
  );
}

function describeEnded(ended: number): string {
  if (ended === 0) return "You are signed in nowhere else.";
  return ended === 1
    ? "The other device has been signed out."
    : `${ended} other devices have been signed out.`;
}
