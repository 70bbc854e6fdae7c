/** The result of a form whose page can't be shown, because a loader failed after the action. */
import { use } from "react";
import { UNSAFE_DataRouterStateContext as RouterStateContext, useLocation } from "react-router";
import { Alert } from "~/ui/alert";
import { buttonClass } from "~/ui/button";
import { type FormResult, isFormResult } from "./form-result";

/**
 * The result of the page's form; undefined without one. `useActionData` gives it to the form's own route
 * only, and React Router has no stable way to read it from a layout's error boundary: failing-loader.test.tsx
 * notices a change.
 */
export function usePageResult(): FormResult | undefined {
  const { actionData } = use(RouterStateContext) ?? {};
  return Object.values(actionData ?? {}).find(isFormResult);
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

/** Replaces the page: the result, what was typed, and a link to load the page. */
export function PageResult({ result }: { result: FormResult }) {
  const { pathname, search } = useLocation();
  const typed = listTyped(result);
  return (
    <div className="wrap grid justify-items-start gap-6 py-20 sm:py-28">
      <Alert type={result.status}>{joinMessages(result)}</Alert>
      {typed.length > 0 ? (
        <div>
          <p>You entered:</p>
          {typed.map((text) => (
            <p key={text} className="wrap-anywhere font-semibold">
              {text}
            </p>
          ))}
        </div>
      ) : null}
      <h1 className="text-heading">We can’t show the rest of this page right now</h1>
      <a href={pathname + search} className={buttonClass()}>
        Show the page
      </a>
    </div>
  );
}
