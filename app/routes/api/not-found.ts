import { jsonError } from "~/http/api-response.server";
import { appError } from "~/http/app-error";

/** An unknown endpoint: JSON, because its caller parses the response. */
export function loader() {
  return jsonError(appError(404, "request/unknown-endpoint", "There is no such endpoint"));
}

export const action = loader;
