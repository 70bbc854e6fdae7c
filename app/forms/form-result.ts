import { data } from "react-router";
import type { AppError } from "~/http/app-error";

/** The result of a form: what every form action returns and every form renders. */
export type FormResult = FormSuccess | FormError;

interface FormSuccess extends SuccessDetails {
  readonly status: "success";
  readonly httpStatus: 200;
  readonly message: string;
}

/** What a page needs after a success besides its message. */
interface SuccessDetails {
  /** Submitted values that the page shows or submits again. */
  readonly values?: FormValues | undefined;
  /** The fields of the form that undoes the change. */
  readonly undo?: FormValues;
  /** The path to continue to. */
  readonly next?: string;
  /** JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  readonly passkeyOptions?: string;
}

export interface FormError {
  /** "unknown": the form may have worked, and the account area reads the page again to show it. */
  readonly status: "error" | "unknown";
  readonly httpStatus: number;
  /** E.g. "auth/requires-recent-login". */
  readonly code: string;
  /** Shown in an alert above the form. */
  readonly message?: string | undefined;
  /** Errors by field name, shown beside the field. */
  readonly fieldErrors?: FieldErrors | undefined;
  /** With "auth/requires-recent-login": false if the account has no passkey to sign in again with. */
  readonly mayHavePasskey?: boolean | undefined;
  /** Where the user can do something about it. */
  readonly link?: AppError["link"] | undefined;
  /** Submitted values, so that nothing is lost without JavaScript. Never secrets. */
  readonly values?: FormValues | undefined;
}

/** Names of fields whose values are never sent back to a page; `postcode` and `promoCode` are. */
export const SECRET_FIELD = /(?:password|secret|token)$|^(?:code|recoveryCode)$/i;

export type FieldErrors = Readonly<Record<string, string>>;
export type FormValues = Readonly<Record<string, string>>;

/** A success, with what its page needs. */
export function formSuccess(message: string, details?: SuccessDetails): FormSuccess {
  return { status: "success", httpStatus: 200, message, ...details };
}

/** An error with messages beside fields. */
export function formInvalid(fieldErrors: FieldErrors, values?: FormValues): FormError {
  return { status: "error", httpStatus: 422, code: "form/invalid", fieldErrors, values };
}

/** An error about the whole form, or its unknown outcome. */
export function formError(error: AppError, values?: FormValues): FormError {
  const { status: httpStatus, code, message, isOutcomeUnknown, link } = error;
  return {
    status: isOutcomeUnknown ? "unknown" : "error",
    httpStatus,
    code,
    message,
    link,
    values,
  };
}

/** True for what a form action returned. */
export function isFormResult(value: unknown): value is FormResult {
  return typeof value === "object" && value !== null && "status" in value && "httpStatus" in value;
}

/** Other fields are hidden inputs and buttons, whose values would mean nothing to the user. */
export const TYPED_FIELDS = ["name", "email", "message"];

/** What the user typed into a form that failed. */
export function listTyped(result: FormResult): string[] {
  const values = result.status === "success" ? undefined : result.values;
  return TYPED_FIELDS.flatMap((name) => values?.[name] || []);
}

/** The message of a result, or those beside its fields. */
export function joinMessages(result: FormResult): string {
  const fieldErrors = result.status === "success" ? {} : result.fieldErrors;
  return result.message || Object.values(fieldErrors ?? {}).join(" ");
}

/** The response to a form: its result with the matching status. */
export function formResponse<Result extends FormResult>(result: Result) {
  return data(result, { status: result.httpStatus });
}
