/** Cookies of one request, and the `Set-Cookie` headers of its response. */
import { parseCookie, stringifySetCookie } from "cookie";

export interface Cookie {
  readonly name: string;
  readonly value: string;
}

export type CookieJar = Readonly<ReturnType<typeof createCookieJar>>;

/**
 * Creates the cookie jar for a request's `Cookie` header. Over https (`isSecure`) every name gets the prefix
 * `__Host-`, so no other host of the domain can set it. Source: RFC 6265bis, 4.1.3.2.
 */
export function createCookieJar(header: string | null, isSecure: boolean) {
  const prefix = isSecure ? "__Host-" : "";
  const received = Object.entries(parseCookie(header ?? "")).flatMap(([name, value = ""]) =>
    name.startsWith(prefix) ? [{ name: name.slice(prefix.length), value }] : [],
  );
  const changes = new Map<
    string,
    { readonly value: string; readonly maxAgeS?: number | undefined }
  >();
  return {
    /** The request's cookies in order, with this request's changes applied. */
    all(): readonly Cookie[] {
      const unchanged = received.filter(({ name }) => !changes.has(name));
      const set = Array.from(changes, ([name, { value }]) => ({ name, value }));
      return [...unchanged, ...set.filter(({ value }) => value !== "")];
    },
    /**
     * Sets an HttpOnly, SameSite=Lax cookie. Without `maxAgeS` (seconds) it lasts for the browser session.
     */
    set: (name: string, value: string, { maxAgeS }: { readonly maxAgeS?: number | undefined }) =>
      void changes.set(name, { value, maxAgeS }),
    remove: (name: string) => void changes.set(name, { value: "", maxAgeS: 0 }),
    discardChanges: () => changes.clear(),
    /** One `Set-Cookie` value for each changed cookie. */
    setCookieHeaders: () =>
      Array.from(changes, ([name, { value, maxAgeS }]) =>
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
