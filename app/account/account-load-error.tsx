import { useLocation } from "react-router";
import { accountLoadErrors, TRY_AGAIN } from "~/content/account";
import { buttonClass } from "~/ui/button";

/** Why the account area cannot be shown. */
export type AccountLoadError = keyof typeof accountLoadErrors;

/** Data of the response that a loader throws to the account area's error boundary. */
export interface AccountLoadErrorData {
  readonly accountLoadError: AccountLoadError;
}

const LOAD_ERRORS: readonly AccountLoadError[] = ["not-set-up", "unreachable"];

/** The load error in the data of a thrown response; undefined for any other data. */
export function getAccountLoadError(data: unknown): AccountLoadError | undefined {
  if (typeof data !== "object" || data === null || !("accountLoadError" in data)) return undefined;
  return LOAD_ERRORS.find((error) => error === data.accountLoadError);
}

/** Replaces the account area: what went wrong, and a link to try again. */
export function AccountLoadErrorPage({ error }: { error: AccountLoadError }) {
  const { pathname, search } = useLocation();
  const { title, help } = accountLoadErrors[error];
  return (
    <div className="wrap grid justify-items-start gap-6 py-20 sm:py-28">
      <h1 className="max-w-3xl text-heading">{title}</h1>
      <p className="max-w-2xl text-ink-soft text-lead">{help}</p>
      <a href={pathname + search} className={buttonClass()}>
        {TRY_AGAIN}
      </a>
    </div>
  );
}
