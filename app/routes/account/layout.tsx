import { isRouteErrorResponse, Outlet } from "react-router";
import { readAccountProblem } from "~/account/account-problem";
import { AccountProblemPage } from "~/account/account-problem-page";
import { pageCacheMiddleware, usePageCache } from "~/account/page-cache";
import { requireMatchingAccount } from "~/auth/account-form.server";
import { requireSession } from "~/auth/session/auth.server";
import { offlineForms } from "~/forms/unreachable";
import { ItemMutationsProvider } from "~/items/item-mutations";
import { pageHeaders } from "~/navigation/page-headers";
import type { RouteHandle } from "~/navigation/route-handle";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireSession, requireMatchingAccount];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  pageCacheMiddleware,
  offlineForms,
];

export const handle: RouteHandle = { hydrate: true, payment: true };

/** Runs on every navigation into the area and every revalidation, so that the guard does too. */
export function loader() {
  return null;
}

export const headers = pageHeaders;

export default function AccountLayout() {
  const isRefreshing = usePageCache();
  return (
    <div className="account-area" aria-busy={isRefreshing || undefined}>
      {isRefreshing ? <p className="refreshing">Showing saved data. Refreshing…</p> : null}
      <ItemMutationsProvider>
        <Outlet />
      </ItemMutationsProvider>
    </div>
  );
}

/** Explains what stands between users and their data; everything else is the root's to explain. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const problem = isRouteErrorResponse(error) ? readAccountProblem(error.data) : undefined;
  if (!problem) throw error;
  return <AccountProblemPage problem={problem} />;
}
