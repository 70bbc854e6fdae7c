/** The cookies of one request: what the browser sent, and what it is to keep or to drop from now on. */
import { parseCookie, stringifySetCookie } from "cookie";

export interface Cookie {
  readonly name: string;
  readonly value: string;
}

export interface CookieJar {
  /** What the browser sent, in order, with what this request has changed since. */
  all(): readonly Cookie[];
  /** Has the browser keep a cookie: out of reach of scripts and of other sites' requests. Seconds. */
  set(name: string, value: string, options: { readonly maxAgeS?: number | undefined }): void;
  /** Has the browser drop a cookie. */
  remove(name: string): void;
  /** Takes back what was set and removed so far: the browser keeps what it has. */
  discardChanges(): void;
  /** The `Set-Cookie` values for the response, one for each cookie that was set or removed. */
  setCookieHeaders(): readonly string[];
}

/**
 * The cookies of a request with this `Cookie` header. Where the site is served over https (`isSecure`) every name has
 * the prefix `__Host-` on the wire, so no other host of the domain can plant one. Source: RFC 6265bis, 4.1.3.2.
 */
export function createCookieJar(header: string | null, isSecure: boolean): CookieJar {
  const prefix = isSecure ? "__Host-" : "";
  const sent = Object.entries(parseCookie(header ?? "")).flatMap(([name, value = ""]) =>
    name.startsWith(prefix) ? [{ name: name.slice(prefix.length), value }] : [],
  );
  const queue = new Map<
    string,
    { readonly value: string; readonly maxAgeS?: number | undefined }
  >();
  return {
    all() {
      const kept = sent.filter(({ name }) => !queue.has(name));
      const set = Array.from(queue, ([name, { value }]) => ({ name, value }));
      return [...kept, ...set.filter(({ value }) => value !== "")];
    },
    set: (name, value, { maxAgeS }) => void queue.set(name, { value, maxAgeS }),
    remove: (name) => void queue.set(name, { value: "", maxAgeS: 0 }),
    discardChanges: () => queue.clear(),
    setCookieHeaders: () =>
      Array.from(queue, ([name, { value, maxAgeS }]) =>
        stringifySetCookie({
          name: prefix + name,
          value,
          maxAge: maxAgeS,
          path: "/",
          httpOnly: true,
          sameSite: "lax",
          secure: isSecure,
        }),
      ),
  };
}
