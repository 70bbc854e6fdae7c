import { sql } from "drizzle-orm";
import { getDatabase, getPlatform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import type { Route } from "./+types/readyz";

/** Can the Worker serve? One query to the database; 503 when it does not answer. */
export async function loader({ context }: Route.LoaderArgs) {
  const headers = { "Cache-Control": "no-store" };
  try {
    const database = await getDatabase(context);
    await database.execute(sql`select 1`);
    return Response.json({ status: "ok", version: __VERSION__, database: "ok" }, { headers });
  } catch (error) {
    logError("readyz.failed", error, { requestId: getPlatform(context).requestId });
    const body = { status: "unavailable", version: __VERSION__, database: "unreachable" };
    return Response.json(body, { status: 503, headers: { ...headers, "Retry-After": "10" } });
  }
}
