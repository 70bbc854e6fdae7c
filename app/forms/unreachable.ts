import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import { SERVER_UNREACHABLE } from "./app-error";
import { formError, formResponse, SECRET_FIELD } from "./form-result";

/** For people, when something could not be read. */
export const UNREACHABLE = "We can't reach the server. Please check your connection and try again.";

/**
 * Client middleware: a form that did not reach the server gets a result that says so and returns what was typed, instead
 * of giving way to an error page. As an error status it also keeps the router from revalidating in vain.
 */
export const offlineForms: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === "GET") return next();
  const form = await request.clone().formData();
  const results = await next();
  for (const [id, { type, result }] of Object.entries(results)) {
    // The router wraps what an action has thrown.
    const error = isWrapped(result) ? result.data : result;
    if (type !== "error" || !isUnreachable(error)) continue;
    const typed = [...form].flatMap(([name, value]) =>
      typeof value === "string" && !SECRET_FIELD.test(name) ? [[name, value]] : [],
    );
    const refusal = formError(SERVER_UNREACHABLE, Object.fromEntries(typed));
    results[id] = { type: "data", result: formResponse(refusal) };
  }
  return results;
};

function isWrapped(result: unknown): result is { readonly data: unknown } {
  return typeof result === "object" && result !== null && "data" in result && "init" in result;
}

/** True when no answer of the site's own came. Redirects and what a route has thrown are answers. */
export function isUnreachable(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500 || error.status === 429;
  return !(error instanceof Response);
}

/** For a `clientLoader` or `clientAction` that can do without the server's answer. */
export async function withUnreachableFallback<Answer, Fallback>(
  send: () => Promise<Answer>,
  fallback: (message: string) => Fallback,
): Promise<Answer | Fallback> {
  try {
    return await send();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return fallback(UNREACHABLE);
  }
}
