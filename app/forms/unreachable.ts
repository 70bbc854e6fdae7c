import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import { UNREACHABLE } from "~/content/forms";
import { SERVER_UNREACHABLE } from "./app-error";
import { formError, formResponse, SECRET_FIELD } from "./form-result";

/**
 * Client middleware: a form that got no response returns an error result with the submitted values, instead of an error
 * page. The error status also keeps the router from revalidating.
 */
export const unreachableFormMiddleware: MiddlewareFunction<
  Record<string, DataStrategyResult>
> = async ({ request }, next) => {
  if (request.method === "GET") return next();
  const form = await request.clone().formData();
  const results = await next();
  for (const [id, { type, result }] of Object.entries(results)) {
    // The router wraps what an action throws.
    const error = isWrapped(result) ? result.data : result;
    if (type !== "error" || !isUnreachableError(error)) continue;
    const values = [...form].flatMap(([name, value]) =>
      typeof value === "string" && !SECRET_FIELD.test(name) ? [[name, value]] : [],
    );
    const unreachable = formError(SERVER_UNREACHABLE, Object.fromEntries(values));
    results[id] = { type: "data", result: formResponse(unreachable) };
  }
  return results;
};

function isWrapped(result: unknown): result is { readonly data: unknown } {
  return typeof result === "object" && result !== null && "data" in result && "init" in result;
}

/** True if the response did not come from this site. Redirects and responses thrown by a route did. */
export function isUnreachableError(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500 || error.status === 429;
  return !(error instanceof Response);
}

/** For a `clientLoader` or `clientAction` with a fallback for when the server cannot be reached. */
export async function withUnreachableFallback<Result, Fallback>(
  send: () => Promise<Result>,
  fallback: (message: string) => Fallback,
): Promise<Result | Fallback> {
  try {
    return await send();
  } catch (error) {
    if (!isUnreachableError(error)) throw error;
    return fallback(UNREACHABLE);
  }
}
