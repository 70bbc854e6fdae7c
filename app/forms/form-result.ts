/** What an action answers a form with: the one error shape of every form. */
export type FormResult =
  | { readonly status: "success"; readonly message: string }
  | {
      readonly status: "error";
      /** Shown in an alert above the form. */
      readonly message?: string;
      /** Shown beside the field of that name. */
      readonly fieldErrors?: FieldErrors;
      /** What was typed, so that nothing is lost without JavaScript. Never a password. */
      readonly values?: Readonly<Record<string, string>>;
    };

export type FieldErrors = Readonly<Record<string, string>>;

/** A failed result that concerns the whole form. */
export function formError(message: string, values?: Readonly<Record<string, string>>): FormResult {
  return { status: "error", message, values };
}

/** A result that thanks. */
export function formSuccess(message: string): FormResult {
  return { status: "success", message };
}
