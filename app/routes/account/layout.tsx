import { isRouteErrorResponse, Outlet } from "react-router";
import { readAccountProblem } from "~/account/account-problem";
import { AccountProblemPage } from "~/account/account-problem-page";
import { failureHeaders } from "~/account/failure-headers";
import { usePendingPage } from "~/account/use-pending-page";
import { requireSession } from "~/auth/session.server";
import type { RouteHandle } from "~/navigation/route-handle";
import { PageSpinner } from "~/ui/spinner";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireSession];

export const handle: RouteHandle = { hydrate: true, payment: true };

/** Runs on every navigation into the area, so that the guard does too. */
export function loader() {
  return null;
}

export const headers = failureHeaders;

export default function AccountLayout() {
  return usePendingPage() ? <PageSpinner /> : <Outlet />;
}

/** Explains what stands between users and their data; everything else is the root's to explain. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const problem = isRouteErrorResponse(error) ? readAccountProblem(error.data) : undefined;
  if (!problem) throw error;
  return <AccountProblemPage problem={problem} />;
}
