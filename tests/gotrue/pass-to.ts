import { proxy } from "hono/proxy";

/** Headers by name; one that is undefined is taken away. */
type HeaderChanges = Readonly<Record<string, string | undefined>>;

/** Sends `request` on to `url` with some headers changed, and answers what comes back; redirects are not followed. */
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
