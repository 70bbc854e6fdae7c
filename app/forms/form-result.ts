/** What an action answers a form with: the one error shape of every form. */
export type FormResult =
  | {
      readonly status: "success";
      readonly message: string;
      /** What the next step needs to know of what was typed. */
      readonly values?: FormValues | undefined;
    }
  | {
      readonly status: "error";
      /** For programs, as in the spec's error catalogue, e.g. "auth/requires-recent-login". */
      readonly code?: string | undefined;
      /** Shown in an alert above the form. */
      readonly message?: string | undefined;
      /** Shown beside the field of that name. */
      readonly fieldErrors?: FieldErrors | undefined;
      /** What was typed, so that nothing is lost without JavaScript. Never a password. */
      readonly values?: FormValues | undefined;
    };

export type FieldErrors = Readonly<Record<string, string>>;
export type FormValues = Readonly<Record<string, string>>;

/** A failed result that concerns the whole form. */
export function formError(message: string, values?: FormValues, code?: string): FormResult {
  return { status: "error", message, values, code };
}

/** A result that thanks. */
export function formSuccess(message: string, values?: FormValues): FormResult {
  return { status: "success", message, values };
}
