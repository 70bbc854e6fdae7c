/** The result of a form, also while its page is read again, or can't be shown because a loader failed. */
import { type ReactNode, use } from "react";
import {
  type Location,
  type RouterState,
  UNSAFE_DataRouterStateContext as RouterStateContext,
  useLocation,
} from "react-router";
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

/** By the location that shows them: a submission or navigation, also back, has another one. */
const keptResults = new WeakMap<Location, Pick<RouterState, "actionData">>();

/**
 * Keeps the results of forms, such as recovery codes, which no one can read again: React Router drops them
 * when it reads the page again, as after reconnecting.
 */
export function KeepResults({ children }: { children: ReactNode }) {
  const state = use(RouterStateContext);
  if (!state) return children;
  const { actionData, location } = state;
  if (actionData) keptResults.set(location, { actionData });
  const shown = { ...state, ...keptResults.get(location) };
  return <RouterStateContext value={shown}>{children}</RouterStateContext>;
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
