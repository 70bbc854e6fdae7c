/**
 * Remembers which browser asked for an emailed link, or used it: only there the page of the link names the
 * account, without looking it up.
 */
import * as v from "valibot";
import type { Platform } from "~/platform/context.server";

const COOKIE = "link-request";
/** The lifetime of a link. */
const MAX_AGE_S = 60 * 60;
/** Query parameter of the URL that a link leads to: the id of the request. */
export const LINK_REQUEST = "link_request";

const requestSchema = v.object({ id: v.pipe(v.string(), v.uuid()), email: v.string() });
const cookieSchema = v.pipe(v.string(), v.parseJson(), requestSchema);

/** The absolute URL for an emailed link to lead to. Remembers in this browser which address it is for. */
export function rememberLinkRequest(
  platform: Pick<Platform, "config" | "cookies">,
  email: string,
  path: string,
): string {
  const before = readRequest(platform);
  // The id stays the same, because a second request within a minute sends no email.
  const id = before?.email === email ? before.id : crypto.randomUUID();
  platform.cookies.set(COOKIE, JSON.stringify({ id, email }), { maxAgeS: MAX_AGE_S });
  const url = new URL(path, platform.config.siteUrl);
  url.searchParams.set(LINK_REQUEST, id);
  return url.href;
}

/** Remembers which account a link signed in to, for the case that it is opened again in this browser. */
export function rememberUsedLink(
  { cookies }: Pick<Platform, "cookies">,
  { searchParams }: URL,
  email: string | undefined,
): void {
  const next = URL.parse(searchParams.get("next") ?? "");
  const used = v.safeParse(requestSchema, { id: next?.searchParams.get(LINK_REQUEST), email });
  if (used.success) cookies.set(COOKIE, JSON.stringify(used.output), { maxAgeS: MAX_AGE_S });
}

/** The address of a link that this browser asked for or used; undefined for any other link. */
export function findRequestedAddress(
  platform: Pick<Platform, "cookies">,
  destination: string | null,
): string | undefined {
  const request = readRequest(platform);
  return request && destination?.includes(`${LINK_REQUEST}=${request.id}`)
    ? request.email
    : undefined;
}

function readRequest({ cookies }: Pick<Platform, "cookies">) {
  const cookie = cookies.all().find(({ name }) => name === COOKIE);
  const request = v.safeParse(cookieSchema, cookie?.value);
  return request.success ? request.output : undefined;
}
