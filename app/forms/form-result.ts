import { data } from "react-router";
import { type AppError, responseInit } from "./app-error";

/** What came of a form: the one shape that every form's action returns and every form shows. */
export type FormResult =
  | {
      readonly status: "success";
      readonly httpStatus: 200;
      readonly message: string;
      /** What the next step needs to know of what was typed. */
      readonly values?: FormValues | undefined;
    }
  | {
      readonly status: "error";
      readonly httpStatus: number;
      /** For programs, e.g. "auth/requires-recent-login". */
      readonly code: string;
      /** Shown in an alert above the form. */
      readonly message?: string | undefined;
      /** Shown beside the field of that name. */
      readonly fieldErrors?: FieldErrors | undefined;
      /** What was typed, so that nothing is lost without JavaScript. Never a password. */
      readonly values?: FormValues | undefined;
      /** When it makes sense to try again. Seconds. */
      readonly retryAfterS?: number | undefined;
    };

/** Names of fields that are never sent back to a page. */
export const SECRET_FIELD = /password|token|code/i;

export type FieldErrors = Readonly<Record<string, string>>;
export type FormValues = Readonly<Record<string, string>>;

/** A result that thanks. */
export function formSuccess(message: string, values?: FormValues): FormResult {
  return { status: "success", httpStatus: 200, message, values };
}

/** A result that marks the fields which are wrong. */
export function formInvalid(fieldErrors: FieldErrors, values?: FormValues): FormResult {
  return { status: "error", httpStatus: 422, code: "form/invalid", fieldErrors, values };
}

/** A result that refuses the whole form. */
export function formError(refusal: AppError, values?: FormValues): FormResult {
  const { status: httpStatus, code, message, retryAfterS } = refusal;
  return { status: "error", httpStatus, code, message, retryAfterS, values };
}

/** Status and headers of the response to a form. */
export function formInit(result: FormResult) {
  if (result.status === "success") return { status: result.httpStatus };
  const { httpStatus, retryAfterS } = result;
  return responseInit({ status: httpStatus, retryAfterS });
}

/** The response to a form: its result, with the status and the headers that the result asks for. */
export function formResponse(result: FormResult) {
  return data(result, formInit(result));
}
