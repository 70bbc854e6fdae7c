import { createContext, href } from "react-router";
import { readAsUser } from "~/account/user-data.server";
import { getSession } from "~/auth/session/auth.server";
import { appErrorResponse } from "~/http/app-error";
import { getPlatform } from "~/platform/context.server";
import { checkRateLimit } from "~/platform/rate-limit.server";
import type { Route } from "./+types/export";

const downloadContext = createContext<Response | null>(null);

/**
 * Answers with the file in place of the page, which is there to show errors: a resource route returns them as
 * JSON.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context }, next) => {
    const page = await next();
    return context.get(downloadContext) ?? page;
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = getSession(context);
  const platform = getPlatform(context);
  const limited = await checkRateLimit(platform, { purpose: "export", account: userId });
  if (limited) throw appErrorResponse(limited);
  const { exportAccount } = await import("~/account/export.server");
  const { listPasskeys } = await import("~/auth/manage/passkey/manage-passkeys.server");
  const passkeys = platform.config.passkeys ? await listPasskeys(context) : [];
  const { listApps } = await import("~/two-step/apps/apps.server");
  const apps = await listApps(context, href("/account/export"));
  const account = await readAsUser(context, (database, session) =>
    exportAccount(database, session, passkeys, apps),
  );
  const day = new Date().toISOString().slice(0, 10);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="my-data-${day}.json"`,
    "Cache-Control": "private, no-store",
  };
  context.set(downloadContext, new Response(JSON.stringify(account, null, 2), { headers }));
  return null;
}

export default function Download() {
  return null;
}
