import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
} from "react-router";
import { readAppError, SERVER_UNREACHABLE } from "~/http/app-error";
import { formError, formResponse, SECRET_FIELD } from "./form-result";

/**
 * Client middleware: a form that got no response, or a 5xx, returns an error result with the submitted
 * values, instead of an error page. The error status also keeps the router from revalidating.
 */
export const unreachableFormMiddleware: MiddlewareFunction<
  Record<string, DataStrategyResult>
> = async ({ request }, next) => {
  if (request.method === "GET") return next();
  const form = await request.clone().formData();
  const results = await next();
  for (const [id, { type, result }] of Object.entries(results)) {
    const error = unwrap(result);
    if (type !== "error" || !isFailure(error)) continue;
    const values = [...form].flatMap(([name, value]) =>
      typeof value === "string" && !SECRET_FIELD.test(name) ? [[name, value]] : [],
    );
    const failure = formError(
      readAppError(error) ?? SERVER_UNREACHABLE,
      Object.fromEntries(values),
    );
    results[id] = { type: "data", result: formResponse(failure) };
  }
  return results;
};

/**
 * What an action returned or threw, without its `data(…)`: React Router 7 wraps it in `DataWithResponseInit`,
 * which it does not export as a value. unreachable.test.ts notices another shape.
 */
export function unwrap(result: unknown): unknown {
  const isWrapped =
    typeof result === "object" && result !== null && "data" in result && "init" in result;
  return isWrapped ? result.data : result;
}

/**
 * True if there was no response, or a 5xx or 429. Other responses are redirects, or error pages of a route.
 */
export function isFailure(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 500 || error.status === 429;
  return !(error instanceof Response);
}
