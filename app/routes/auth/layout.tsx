import { useEffect, useState } from "react";
import { Outlet } from "react-router";
import { unreachableFormMiddleware } from "~/forms/unreachable";
import { Alert } from "~/ui/alert";
import type { Route } from "./+types/layout";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [unreachableFormMiddleware];

export default function AuthLayout() {
  const [areCookiesBlocked, setCookiesBlocked] = useState(false);
  useEffect(() => setCookiesBlocked(!navigator.cookieEnabled), []);
  return (
    <div className="auth-page mx-auto w-full max-w-auth px-[20px] py-16">
      <section className="card grid gap-6">
        {areCookiesBlocked ? (
          <Alert type="error">
            Your browser blocks cookies for this site, so you can’t stay signed in. Please allow
            them first.
          </Alert>
        ) : null}
        <Outlet />
      </section>
    </div>
  );
}
