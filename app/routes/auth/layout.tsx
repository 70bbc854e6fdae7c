import { Outlet } from "react-router";
import { unreachableFormMiddleware } from "~/forms/unreachable";
import { Card } from "~/ui/card";
import type { Route } from "./+types/layout";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [unreachableFormMiddleware];

/** The layout of the auth pages: one column, at most 450 px wide. */
export default function AuthLayout() {
  return (
    <div className="auth-page mx-auto w-full max-w-auth px-4 py-16">
      <Card className="grid gap-6">
        <Outlet />
      </Card>
    </div>
  );
}
