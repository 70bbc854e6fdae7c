/**
 * A Supabase Auth error response. `code` is the machine-readable error code (supabase.com/docs, "Auth error codes"),
 * `extra` additional top-level fields.
 */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** 400 with the code of most of GoTrue's parameter checks. */
export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

/** 422: another account has the address. */
export function emailExists(): AuthError {
  return new AuthError(
    422,
    "email_exists",
    "A user with this email address has already been registered",
  );
}

/** 404: the user in an admin request does not exist. */
export function userNotFound(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}

const NAMED_API_VERSION = "2024-01-01";

/** Renders `error` in the format of the requested API version (header X-Supabase-Api-Version). */
export function errorResponse(error: AuthError, apiVersion: string | undefined): Response {
  const named = apiVersion !== undefined && apiVersion >= NAMED_API_VERSION;
  const body = named
    ? { code: error.code, message: error.message, ...error.extra }
    : { code: error.status, error_code: error.code, msg: error.message, ...error.extra };
  const headers = new Headers();
  // GoTrue handles weak passwords separately, without these headers.
  if (error.code === "weak_password") return Response.json(body, { status: error.status });
  headers.set("x-sb-error-code", error.code);
  if (named) headers.set("x-supabase-api-version", NAMED_API_VERSION);
  return Response.json(body, { status: error.status, headers });
}
