import type { HeadersArgs } from "react-router";

/** A page's `headers`: a failure, of the page or in a part of it, says when to try again. */
export function failureHeaders({ errorHeaders, loaderHeaders }: HeadersArgs): Headers {
  return errorHeaders ?? loaderHeaders;
}
