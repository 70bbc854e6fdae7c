import { Link } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { reauthenticationPath } from "~/navigation/paths";
import { Alert } from "~/ui/alert";
import { isRecentLoginError } from "./use-sensitive-fetcher";

/** A form's answer; where it wants a new sign-in, the way to one and from there back to `next`. */
export function SensitiveResult({
  result,
  next,
  hasFocus = false,
}: {
  result: FormResult | undefined;
  next: string;
  /** Moves the focus to a success, where the pressed button is gone. */
  hasFocus?: boolean;
}) {
  if (!result?.message) return null;
  return (
    <Alert type={result.status} hasFocus={hasFocus && result.status === "success"}>
      {result.message}
      {isRecentLoginError(result) ? (
        <>
          {" "}
          <Link to={reauthenticationPath(next)} className="link">
            Sign in again
          </Link>
        </>
      ) : null}
    </Alert>
  );
}
