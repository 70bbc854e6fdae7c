import { Outlet } from "react-router";
import { requireSession } from "~/auth/session.server";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireSession];

export const handle = { hydrate: true };

/** Runs on every navigation into the area, so that the guard does too. */
export function loader() {
  return null;
}

export default function AccountLayout() {
  return <Outlet />;
}
