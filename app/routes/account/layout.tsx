import { useMemo } from "react";
import { href, Outlet, useBeforeUnload, useLocation, useRevalidator } from "react-router";
import { keepDraftMiddleware, useDraftRecovery } from "~/account/draft-recovery";
import { loaderCacheMiddleware, useLoaderCache } from "~/account/loader-cache";
import { ACCOUNT_FIELD, useAccount } from "~/auth/session/account-form";
import { sameAccountMiddleware } from "~/auth/session/account-form.server";
import { requireSession } from "~/auth/session/auth.server";
import { NOT_SET_UP_HELP } from "~/content/account";
import { usePageResult } from "~/forms/action-result";
import { MutationsProvider } from "~/forms/mutations";
import { readUnknownMiddleware } from "~/forms/read-unknown";
import { unreachableFormMiddleware } from "~/forms/unreachable";
import { readAppError } from "~/http/app-error";
import { ErrorPage } from "~/navigation/error-page";
import { askToStay } from "~/navigation/version-skew";
import { buttonClass } from "~/ui/button";
import type { Route } from "./+types/layout";

const TRY_AGAIN = "Try again";

/** What to do about an error of `readAsUser`, by its code. */
const ERROR_HELP: Readonly<Record<string, string>> = {
  "database/not-set-up": NOT_SET_UP_HELP,
  "database/unreachable":
    "You are still signed in and nothing is lost. Please try again in a moment.",
};

/** Read by the two pages that open a visit. A route's own `handle` or middleware comes after this guard. */
const READ_DURING_REFRESH = [href("/dashboard"), href("/settings/general")];

/** Routes that are no page to return to after signing in, and the page that links to each. */
const RESOURCE_ROUTES = {
  [href("/account/export")]: href("/settings/general"),
  [href("/account/keep-plan")]: href("/settings/general"),
};

export const middleware: Route.MiddlewareFunction[] = [
  requireSession(READ_DURING_REFRESH, RESOURCE_ROUTES),
  sameAccountMiddleware,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  keepDraftMiddleware,
  loaderCacheMiddleware,
  unreachableFormMiddleware,
  readUnknownMiddleware,
];

/** A loader makes the middleware run on every navigation and revalidation within the area. */
export function loader() {
  return null;
}

export default function AccountLayout() {
  const state = useLoaderCache();
  useDraftRecovery();
  useBeforeUnload(askToStay);
  const isRefreshing = state === "refreshing";
  const { revalidate } = useRevalidator();
  const account = useAccount();
  const commonFields = useMemo(() => ({ [ACCOUNT_FIELD]: account }), [account]);
  return (
    <div className="account-area" aria-busy={isRefreshing || undefined}>
      {isRefreshing ? <p className="refreshing">Showing saved data. Refreshing…</p> : null}
      {state === "out-of-date" ? (
        <p className="refreshing" role="status">
          We couldn’t refresh this page, so it may be out of date.{" "}
          <button type="button" className="link" onClick={() => void revalidate()}>
            {TRY_AGAIN}
          </button>
        </p>
      ) : null}
      <MutationsProvider commonFields={commonFields}>
        <Outlet />
      </MutationsProvider>
    </div>
  );
}

/**
 * Shows the result of a form, or the error. Never rethrows: on the server React renders a page through one
 * rethrow only.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loadError = readAppError(error);
  const result = usePageResult();
  const { pathname, search } = useLocation();
  const help = loadError && ERROR_HELP[loadError.code];
  if (result || !help) return <ErrorPage error={error} />;
  return (
    <div className="wrap grid justify-items-start gap-6 py-20 sm:py-28">
      <h1 className="max-w-3xl text-heading">{loadError.message}</h1>
      <p className="max-w-2xl text-ink-soft text-lead">{help}</p>
      <a href={pathname + search} className={buttonClass()}>
        {TRY_AGAIN}
      </a>
    </div>
  );
}
