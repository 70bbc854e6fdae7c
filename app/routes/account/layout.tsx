import { href, Outlet, useLocation, useRevalidator } from "react-router";
import { keepInputMiddleware, useKeptInput } from "~/account/kept-input";
import { pageCacheMiddleware, usePageCache } from "~/account/page-cache";
import { requireMatchingAccount } from "~/auth/account-form.server";
import { requireSession } from "~/auth/session/auth.server";
import { accountArea, readErrorHelp, TRY_AGAIN } from "~/content/account";
import { PageResult, usePageResult } from "~/forms/action-result";
import { unreachableFormMiddleware } from "~/forms/unreachable";
import { readAppError } from "~/http/app-error";
import { ItemMutationsProvider } from "~/items/item-mutations";
import type { RouteHandle } from "~/navigation/route-handle";
import { buttonClass } from "~/ui/button";
import type { Route } from "./+types/layout";

/** Read by the two pages that open a visit. A route's own `handle` or middleware comes after this guard. */
const READ_DURING_REFRESH = [href("/dashboard"), href("/settings/general")];

export const middleware: Route.MiddlewareFunction[] = [
  requireSession(READ_DURING_REFRESH),
  requireMatchingAccount,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  keepInputMiddleware,
  pageCacheMiddleware,
  unreachableFormMiddleware,
];

export const handle: RouteHandle = { hydrate: true };

/** A loader makes the middleware run on every navigation and revalidation within the area. */
export function loader() {
  return null;
}

export default function AccountLayout() {
  const state = usePageCache();
  useKeptInput();
  const isRefreshing = state === "refreshing";
  const { revalidate } = useRevalidator();
  return (
    <div className="account-area" aria-busy={isRefreshing || undefined}>
      {isRefreshing ? <p className="refreshing">{accountArea.refreshing}</p> : null}
      {state === "out-of-date" ? (
        <p className="refreshing" role="status">
          {accountArea.outOfDate}{" "}
          <button type="button" className="link" onClick={() => void revalidate()}>
            {TRY_AGAIN}
          </button>
        </p>
      ) : null}
      <ItemMutationsProvider>
        <Outlet />
      </ItemMutationsProvider>
    </div>
  );
}

/**
 * Shows the result of a form, or a database failure; rethrows everything else to the root's boundary. React renders a
 * page on the server through one rethrow only, and a page of this area may have rethrown already.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const loadError = readAppError(error);
  const result = usePageResult();
  const { pathname, search } = useLocation();
  if (result) return <PageResult result={result} />;
  const help = loadError && readErrorHelp[loadError.code];
  if (!help) throw error;
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
