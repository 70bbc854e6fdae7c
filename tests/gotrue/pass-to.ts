import { proxy } from "hono/proxy";

/** Headers by name; undefined removes one. */
type HeaderChanges = Readonly<Record<string, string | undefined>>;

/** Proxies `request` to `url` with changed headers, and returns the response. Does not follow redirects. */
export function passTo(
  url: string,
  request: Request,
  changes: HeaderChanges = {},
): Promise<Response> {
  return proxy(url, {
    raw: request,
    redirect: "manual",
    headers: { ...Object.fromEntries(request.headers), host: undefined, ...changes },
  });
}
