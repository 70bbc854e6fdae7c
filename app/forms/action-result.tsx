/** The result of a form whose page can't be shown, because a loader failed after the action. */
import { use } from "react";
import { UNSAFE_DataRouterStateContext as RouterStateContext, useLocation } from "react-router";
import { Alert } from "~/ui/alert";
import { buttonClass } from "~/ui/button";
import { type FormResult, isFormResult, joinMessages, listTyped } from "./form-result";

/**
 * The result of the page's form; undefined without one. `useActionData` gives it to the form's own route
 * only, and React Router has no stable way to read it from a layout's error boundary: failing-loader.test.tsx
 * notices a change.
 */
export function usePageResult(): FormResult | undefined {
  const { actionData } = use(RouterStateContext) ?? {};
  return Object.values(actionData ?? {}).find(isFormResult);
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
