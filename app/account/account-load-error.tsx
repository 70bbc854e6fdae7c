import { useLocation } from "react-router";
import { readErrorHelp, TRY_AGAIN } from "~/content/account";
import type { AppError } from "~/http/app-error";
import { buttonClass } from "~/ui/button";

/** Replaces the account area while the database fails: what went wrong, and a link to try again. */
export function AccountLoadErrorPage({ error }: { error: AppError }) {
  const { pathname, search } = useLocation();
  return (
    <div className="wrap grid justify-items-start gap-6 py-20 sm:py-28">
      <h1 className="max-w-3xl text-heading">{error.message}</h1>
      <p className="max-w-2xl text-ink-soft text-lead">{readErrorHelp[error.code]}</p>
      <a href={pathname + search} className={buttonClass()}>
        {TRY_AGAIN}
      </a>
    </div>
  );
}
