import type { AppError } from "./app-error";

/** A value, or why there is none. */
export type Result<Value, Failure = AppError> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };
