import type { HeadersArgs } from "react-router";

/** A page's `headers`: what its loader, its action or a failure in it says there reaches the browser. */
export function pageHeaders({
  parentHeaders,
  loaderHeaders,
  actionHeaders,
  errorHeaders,
}: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const said of [loaderHeaders, actionHeaders, errorHeaders ?? new Headers()]) {
    for (const [name, value] of said) if (name !== "set-cookie") headers.set(name, value);
  }
  return headers;
}
