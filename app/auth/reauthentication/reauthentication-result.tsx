import { Link } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { reauthenticationPath } from "~/navigation/paths";
import { Alert } from "~/ui/alert";
import { isRecentLoginError } from "./use-reauthentication-fetcher";

/**
 * The result of a form. If it requires a recent sign-in, includes a link to sign in again and return to
 * `next`.
 */
export function ReauthenticationResult({
  result,
  next,
  hasFocus = false,
}: {
  result: FormResult | undefined;
  next: string;
  /** Focuses a success, for forms whose button disappears. */
  hasFocus?: boolean;
}) {
  if (!result?.message) return null;
  return (
    <Alert type={result.status} hasFocus={hasFocus && result.status === "success"}>
      <span>{result.message}</span>
      {isRecentLoginError(result) ? (
        <>
          {" "}
          {/* A document navigation: after a deploy, the page’s script may be as gone as the dialog’s. */}
          <Link to={reauthenticationPath(next)} reloadDocument className="link">
            Sign in again
          </Link>
        </>
      ) : null}
    </Alert>
  );
}
