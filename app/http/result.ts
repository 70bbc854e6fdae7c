import type { AppError } from "./app-error";

/** A value, or the error in its place. */
export type Result<Value, Failure = AppError> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };
