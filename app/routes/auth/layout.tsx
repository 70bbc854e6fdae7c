import { Outlet } from "react-router";
import { unreachableFormMiddleware } from "~/forms/unreachable";
import type { Route } from "./+types/layout";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [unreachableFormMiddleware];

export default function AuthLayout() {
  return (
    <div className="auth-page mx-auto w-full max-w-auth px-4 py-16">
      <section className="card grid gap-6">
        <Outlet />
      </section>
    </div>
  );
}
