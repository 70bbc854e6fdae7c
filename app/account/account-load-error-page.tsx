import { useLocation } from "react-router";
import { buttonClass } from "~/ui/button";
import { type AccountLoadError, PROBLEM_TEXTS } from "./account-load-error";

/** Shown in place of the account: what is wrong, what to do, and a link to try again. */
export function AccountLoadErrorPage({ problem }: { problem: AccountLoadError }) {
  const { pathname, search } = useLocation();
  const { title, help } = PROBLEM_TEXTS[problem];
  return (
    <div className="wrap grid justify-items-start gap-6 py-20 sm:py-28">
      <h1 className="max-w-3xl text-heading">{title}</h1>
      <p className="max-w-2xl text-ink-soft text-lead">{help}</p>
      <a href={pathname + search} className={buttonClass()}>
        Try again
      </a>
    </div>
  );
}
