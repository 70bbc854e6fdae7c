import { isRouteErrorResponse } from "react-router";
import { formResponse, refuseForm } from "./form-result";
import { SERVER_UNREACHABLE } from "./refusal";

/** For people, when something could not be read. */
export const UNREACHABLE = "We can't reach the server. Please check your connection and try again.";

/**
 * For a route's `clientAction`: without a connection the form stays as it is and says so, instead of
 * giving way to an error page with everything that was typed.
 */
export function keepInput<Answer>(send: () => Promise<Answer>) {
  // As an error status it also keeps the router from reading the page's data again, in vain.
  return orUnreachable(send, () => formResponse(refuseForm(SERVER_UNREACHABLE)));
}

/**
 * True for an answer of something between here and the server, which itself says such a thing as a result of the form or
 * the part of a page.
 */
function isOnTheWay({ status }: { readonly status: number }): boolean {
  return status >= 500 || status === 429;
}

/** Like `keepInput`, for a `clientLoader` whose page can do without what it loads. */
export async function orUnreachable<Answer, Fallback>(
  send: () => Promise<Answer>,
  fallback: (message: string) => Fallback,
): Promise<Answer | Fallback> {
  try {
    return await send();
  } catch (error) {
    // Redirects and answers of the server are not failures of the connection.
    if (error instanceof Response || (isRouteErrorResponse(error) && !isOnTheWay(error)))
      throw error;
    return fallback(UNREACHABLE);
  }
}
