/**
 * A Supabase Auth error response. `code` is the machine-readable error code (supabase.com/docs, "Auth error
 * codes"), `extra` additional top-level fields.
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

/**
 * Renders `error` in the format of the requested API version (header X-Supabase-Api-Version). An error that
 * is not an AuthError is logged and becomes 500.
 */
export function errorResponse(error: Error, apiVersion: string | undefined): Response {
  // GoTrue shows these to callers of its first API version (internal/utilities/postgres.go).
  if (apiVersion === undefined && "code" in error && error.code === "23505") {
    return Response.json({ code: error.code, message: error.message }, { status: 500 });
  }
  const { status, code, message, extra } = toAuthError(error);
  const named = apiVersion !== undefined && apiVersion >= NAMED_API_VERSION;
  const body = named
    ? { code, message, ...extra }
    : { code: status, error_code: code, msg: message, ...extra };
  // GoTrue handles weak passwords separately, without these headers.
  if (code === "weak_password") return Response.json(body, { status });
  const headers = new Headers({ "x-sb-error-code": code });
  if (named) headers.set("x-supabase-api-version", NAMED_API_VERSION);
  return Response.json(body, { status, headers });
}

function toAuthError(error: Error): AuthError {
  if (error instanceof AuthError) return error;
  console.error("Supabase Auth: unexpected failure.", error);
  const message = "Unexpected failure, please check server logs for more information";
  return new AuthError(500, "unexpected_failure", message);
}
