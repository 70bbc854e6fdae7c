import * as v from "valibot";

const GONE = "Please choose a device";

/** Which device is to be signed out. */
export const signOutDeviceSchema = v.object({ device: v.pipe(v.string(GONE), v.uuid(GONE)) });
