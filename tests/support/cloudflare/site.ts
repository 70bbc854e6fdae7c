/** Stands in for the deployed site: serves what the smoke test checks, by live version. */
import { Hono } from "hono";
import { type HttpServer, listen } from "local-kit";
import type { Account, Version } from "./account.ts";

const HEADERS = {
  "Content-Security-Policy": "default-src 'self'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=()",
};

export interface Site extends HttpServer {
  /** Commits whose build cannot reach the database. */
  readonly broken: Set<string>;
}

/** Serves Worker `name` of `account` after `hostname` has been attached. */
export async function startSite(account: Account, name: string, hostname: string): Promise<Site> {
  const broken = new Set<string>();
  const page = (body: string, status = 200) =>
    new Response(`<html><head><title>Site</title></head><body>${body}</body></html>`, {
      status,
      headers: { ...HEADERS, "Content-Type": "text/html" },
    });
  const app = new Hono<{ Variables: { version: Version } }>();
  app.use(async (context, next) => {
    const worker = account.workers.get(name);
    const header = context.req.header("Cloudflare-Workers-Version-Overrides") ?? "";
    const requested = new RegExp(`^${name}="([\\w-]+)"$`).exec(header)?.[1];
    const [deployment] = worker?.deployments ?? [];
    const isDeployed = deployment?.versions.some(({ version_id }) => version_id === requested);
    if (!worker?.domains.includes(hostname)) return context.text("No such host", 530 as 500);
    const version =
      isDeployed && requested ? account.version(worker, requested) : account.live(worker);
    if (version === undefined) return context.text("No version", 500);
    context.set("version", version);
    return next();
  });
  app.get("/healthz", (context) => {
    return context.json({ status: "ok", commit: builtCommit(context.get("version")) });
  });
  app.get("/readyz", (context) => {
    const isBroken = broken.has(builtCommit(context.get("version")));
    return isBroken ? context.json({ status: "unavailable" }, 503) : context.json({ status: "ok" });
  });
  app.use(async (context, next) => {
    if (!context.get("version").secrets.has("MAINTENANCE")) return next();
    return new Response("Closed", { status: 503, headers: { "X-Maintenance": "on" } });
  });
  app.get("/", () => page(""));
  app.get("/auth/signin", () =>
    page('<link href="/assets/a.css"><form><input type="password"></form>'),
  );
  app.get(
    "/assets/a.css",
    () => new Response("", { headers: { "Cache-Control": "public, immutable" } }),
  );
  app.get("/dashboard", (context) => context.redirect("/auth/signin", 302));
  app.notFound(() => page("Not found", 404));
  const server = await listen(app.fetch, 0);
  return { ...server, broken };
}

/** The commit in the uploaded code: the tag, if the code contains it. */
function builtCommit({ annotations, modules }: Version): string {
  const tag = annotations["workers/tag"] ?? "";
  const isInCode = tag !== "" && Array.from(modules.values()).some((text) => text.includes(tag));
  return isInCode ? tag : "unknown";
}
