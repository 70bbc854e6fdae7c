import type { DataStrategyResult, MiddlewareFunction } from "react-router";
import { isFormResult } from "./form-result";
import { unwrap } from "./unreachable";

/**
 * Client middleware: an unknown outcome makes the router read the page again, which shows what is stored. It
 * does so after a response without an error status only, so the status stays behind.
 */
export const readUnknownMiddleware: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  _,
  next,
) => {
  const results = await next();
  for (const [id, { type, result }] of Object.entries(results)) {
    const form = unwrap(result);
    if (isFormResult(form) && form.status === "unknown") results[id] = { type, result: form };
  }
  return results;
};
