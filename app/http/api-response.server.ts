/** Responses of /api endpoints, all of the form `{ status, data, code, message }`. */
import type { AppError } from "./app-error";

/** A 200 with `data`. */
export function apiSuccess<Data>(data: Data): Response {
  return Response.json({ status: "success", data, code: null, message: null });
}

/** The response of `error`, with its status. */
export function jsonError({ status, code, message }: AppError): Response {
  return Response.json({ status: "error", data: null, code, message }, { status });
}

/** The response of an endpoint that accepts only POST to every other method. Source: RFC 9110, 15.5.6. */
export function methodNotAllowed(): Response {
  const code = "request/method-not-allowed";
  const response = jsonError({ status: 405, code, message: "Only POST is allowed" });
  response.headers.set("Allow", "POST");
  return response;
}
