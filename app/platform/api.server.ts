/** The one shape of every /api answer: `{ status, data, code, message }`. */
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

/** A refusal: `code` is for programs, `message` for people. */
export function apiError(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body: ApiBody<never> = { status: "error", data: null, code, message };
  return Response.json(body, { status, headers });
}
