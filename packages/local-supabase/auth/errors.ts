/**
 * Supabase Auth's error answer. `code` is the machine-readable error code
 * (supabase.com/docs, "Auth error codes"), `extra` further top-level fields.
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

/** 400 with the code most of GoTrue's parameter checks use. */
export function validationFailed(message: string): AuthError {
  return new AuthError(400, "validation_failed", message);
}

/** 422 for an address another account has. */
export function emailExists(): AuthError {
  return new AuthError(
    422,
    "email_exists",
    "A user with this email address has already been registered",
  );
}

/** 404 where an admin names a user that is not there. */
export function userNotFound(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}

const NAMED_API_VERSION = "2024-01-01";

/** Renders `error` the way the requested API version has it (header X-Supabase-Api-Version). */
export function errorResponse(error: AuthError, apiVersion: string | undefined): Response {
  const named = apiVersion !== undefined && apiVersion >= NAMED_API_VERSION;
  const body = named
    ? { code: error.code, message: error.message, ...error.extra }
    : { code: error.status, error_code: error.code, msg: error.message, ...error.extra };
  const headers = new Headers();
  // GoTrue answers a weak password on a way of its own, which leaves the two headers out.
  if (error.code === "weak_password") return Response.json(body, { status: error.status });
  headers.set("x-sb-error-code", error.code);
  if (named) headers.set("x-supabase-api-version", NAMED_API_VERSION);
  return Response.json(body, { status: error.status, headers });
}
