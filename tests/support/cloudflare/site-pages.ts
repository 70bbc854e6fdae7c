/** The pages of a site that a smoke test asks for, besides the home page and the health checks. */
import type { Env, Hono } from "hono";

export function sitePage(body: string, status = 200): Response {
  return new Response(`<html><head><title>Site</title></head><body>${body}</body></html>`, {
    status,
    headers: { "Content-Security-Policy": "default-src 'self'", "Content-Type": "text/html" },
  });
}

export function addSitePages<E extends Env>(app: Hono<E>): void {
  app.get("/auth/signin", () =>
    sitePage('<link href="/assets/a.css"><form><input type="password"></form>'),
  );
  app.get(
    "/assets/a.css",
    () => new Response("", { headers: { "Cache-Control": "public, immutable" } }),
  );
  app.get("/dashboard", (context) => context.redirect("/auth/signin", 302));
  app.notFound(() => sitePage("Not found", 404));
}
