/** What a page says once after a redirect to it, in a cookie between the two. */
import * as v from "valibot";
import type { Platform } from "~/platform/context.server";
import type { MOMENT_FORMATS } from "~/ui/time/dated-text";

/** Time for a redirect, and for a page between the two. */
const FLASH_MAX_AGE_S = 2 * 60;

type UserCookie<Value> = ReturnType<typeof createUserCookie<Value>>;

/**
 * A value in a cookie, for one user. Another user, a prefetched or prerendered page, and an unknown value
 * read null.
 */
export function createUserCookie<Value>(
  name: string,
  schema: v.GenericSchema<unknown, Value>,
  maxAgeS = FLASH_MAX_AGE_S,
) {
  const parser = v.pipe(v.string(), v.parseJson(), v.strictTuple([v.string(), schema]));
  return {
    set: ({ cookies }: Platform, userId: string, value: Value) =>
      cookies.set(name, JSON.stringify([userId, value]), { maxAgeS }),
    read({ cookies, isSpeculative }: Platform, userId: string): Value | null {
      const cookie = isSpeculative ? undefined : cookies.all().find((each) => each.name === name);
      const parsed = v.safeParse(parser, cookie?.value);
      return parsed.success && parsed.output[0] === userId ? parsed.output[1] : null;
    },
    remove: ({ cookies }: Platform) => cookies.remove(name),
  };
}

/** The same for a visitor without an account. */
export function createGuestCookie<Value>(name: string, schema: v.GenericSchema<unknown, Value>) {
  const cookie = createUserCookie(name, schema);
  return {
    set: (platform: Platform, value: Value) => cookie.set(platform, "", value),
    read: (platform: Platform) => cookie.read(platform, ""),
    remove: cookie.remove,
  };
}

/**
 * A loader's data with the page's flash, which no later page repeats: app/account/loader-cache.ts stores it
 * as null.
 */
export function withFlash<Value, Data extends object>(
  platform: Platform,
  userId: string,
  cookie: UserCookie<Value>,
  data: Data,
) {
  const flash = cookie.read(platform, userId);
  if (flash !== null) cookie.remove(platform);
  return { ...data, flash };
}

const FORMATS = [
  "day",
  "day-of-this-year",
  "minute",
  "short-minute",
] satisfies (keyof typeof MOMENT_FORMATS)[];

const noticeSchema = v.strictObject({
  type: v.picklist(["success", "error"]),
  text: v.pipe(
    v.array(
      v.union([
        v.string(),
        v.strictObject({
          iso: v.pipe(v.string(), v.isoTimestamp()),
          format: v.picklist(FORMATS),
        }),
      ]),
    ),
    v.readonly(),
  ),
});

/** Notice at the top of Settings, General. */
export const settingsFlash = createUserCookie("flash-settings", noticeSchema);
