import { data } from "react-router";
import { exportAccount } from "~/account/export.server";
import { readOwn } from "~/account/own-data.server";
import { getRequiredSession } from "~/auth/session.server";
import { getPlatform } from "~/platform/context.server";
import {
  isRateLimited,
  RATE_LIMIT_MESSAGE,
  RATE_LIMIT_PERIOD_S,
} from "~/platform/rate-limit.server";
import type { Route } from "./+types/export";

/** The signed-in user's data as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId } = getRequiredSession(context);
  const call = { purpose: "export", request, subject: userId };
  if (await isRateLimited(getPlatform(context), call)) {
    throw data(RATE_LIMIT_MESSAGE, {
      status: 429,
      headers: { "Retry-After": String(RATE_LIMIT_PERIOD_S) },
    });
  }
  const parts = await readOwn({ request, context }, exportAccount);
  const day = new Date().toISOString().slice(0, 10);
  return new Response(new Blob(parts), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="my-data-${day}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
