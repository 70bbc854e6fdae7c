/**
 * The sessions of an account, through database functions: Supabase Auth has no API to list sessions or to end
 * another one.
 */
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { PROVIDER_NAMES } from "~/auth/methods/provider/providers";
import { checkRecentLogin } from "~/auth/reauthentication/recent-login.server";
import { endOtherSessions, requireLiveSession } from "~/auth/session/live-session.server";
import type { Session } from "~/auth/session/request-auth.server";
import { logSecurityEvent } from "~/auth/session/security-log.server";
import { formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { appError } from "~/http/app-error";
import { getDeviceName } from "~/http/device-name";
import type { Platform } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";

const THIS_DEVICE = appError(
  422,
  "devices/this-one",
  "This is the device you are using. To sign out here, use “Sign out” in the menu.",
);

/** An access token outlives its session. */
const UNTIL_EXPIRY =
  "For up to an hour, a signed-out device may still show your email address, and nothing else.";
const DEVICE_REQUIRED = "Please choose a device";

const signOutDeviceSchema = v.object({
  device: v.pipe(v.string(DEVICE_REQUIRED), v.uuid(DEVICE_REQUIRED)),
});

/**
 * How a device signed in, by Supabase Auth's name of the method. Source: supabase/auth,
 * `internal/models/factor.go`.
 */
const SIGN_IN_METHODS: Readonly<Record<string, string>> = {
  password: "password",
  passkey: "passkey",
  oauth: Object.values(PROVIDER_NAMES).join(" or "),
  otp: "email link",
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
    method: v.nullable(v.string()),
  }),
);

/** The user's signed-in devices: this one first, then the most recently used. */
export async function listDevices(database: Database, session: Session) {
  const { rows } = await database.execute(sql`
    select id, user_agent, used_at, aal, method
    from public.list_devices(${requireLiveSession(session)})
    order by id = ${session.sessionId} desc, used_at desc, id`);
  return v.parse(devicesSchema, rows).map(({ id, user_agent, used_at, aal, method }) => ({
    id,
    /** Browser and operating system. */
    name: getDeviceName(user_agent),
    /** The last sign-in or session refresh. ISO 8601. */
    usedAt: used_at.toISOString(),
    isCurrent: id === session.sessionId,
    /** The password was entered, but not the two-step code. */
    isCodeDue: session.twoStep === "done" && aal === "aal1",
    method: SIGN_IN_METHODS[method ?? ""],
  }));
}

export type Device = Awaited<ReturnType<typeof listDevices>>[number];

interface SignOut {
  readonly platform: Platform;
  readonly database: Database;
  readonly session: Session;
}

/** Ends another session of the same user. Succeeds if it has already ended. Requires a recent sign-in. */
export async function signOutDevice(request: SignOut, formData: FormData) {
  const { platform, database, session } = request;
  const form = parseForm(signOutDeviceSchema, formData);
  if (!form.ok) return form.error;
  const { device } = form.value;
  if (device === session.sessionId) return formError(THIS_DEVICE);
  const loginError = await checkRecentLogin(platform, session);
  if (loginError) return loginError;
  const owner = requireLiveSession(session);
  const { rows } = await database.execute(sql`
    select public.sign_out_device(${owner}, ${session.sessionId}, ${device})
    from public.list_devices(${owner}) where id = ${device}`);
  await logSignOut(request, rows.length);
  return formSuccess(`The device has been signed out. ${UNTIL_EXPIRY}`);
}

/** Ends all other sessions of the user. Requires a recent sign-in. */
export async function signOutOtherDevices(request: SignOut) {
  const { platform, database, session } = request;
  const loginError = await checkRecentLogin(platform, session);
  if (loginError) return loginError;
  await logSignOut(request, await endOtherSessions(database, session));
  return formSuccess(`Your other devices have been signed out. ${UNTIL_EXPIRY}`);
}

/** Logs nothing if another tab had already signed them out. */
async function logSignOut({ platform, session }: SignOut, count: number): Promise<void> {
  if (count > 0) await logSecurityEvent(platform, "devices-signed-out", session.userId);
}
