/** Responses of /api endpoints, all of the form `{ status, data, code, message }`. */
import type { AppError } from "./app-error";

export type ApiBody<Data> =
  | { readonly status: "success"; readonly data: Data; readonly code: null; readonly message: null }
  | {
      readonly status: "error";
      readonly data: null;
      readonly code: string;
      readonly message: string;
    };

/** A 200 with `data`. */
export function apiSuccess<Data>(data: Data): Response {
  const body: ApiBody<Data> = { status: "success", data, code: null, message: null };
  return Response.json(body);
}

/** An error response. */
export function jsonError({ status, code, message }: AppError): Response {
  const body: ApiBody<never> = { status: "error", data: null, code, message };
  return Response.json(body, { status });
}

/** The `loader` of an endpoint that only accepts POST. Source: RFC 9110, 15.5.6. */
export function methodNotAllowed(): Response {
  const code = "request/method-not-allowed";
  const response = jsonError({ status: 405, code, message: "Only POST is allowed" });
  response.headers.set("Allow", "POST");
  return response;
}
