import { readFile } from "node:fs/promises";
import type { Service } from "local-kit";
import postgres from "postgres";
import { type PostgresOptions, startPostgres } from "../../local/postgres/index.ts";

/** A Postgres with the roles and privileges of a hosted project. */
interface HostedPostgres extends Service {
  /** Not for migrations, which do not get it on hosted. */
  readonly superuserUrl: string;
  /** The role `postgres`, which owns the product's tables and is not a superuser. */
  readonly ownerUrl: string;
  /** Supabase Auth's role, with its own schema. */
  readonly authUrl: string;
}

/** Creates a cluster in an empty `dataDir` and starts it. */
export async function startHostedPostgres(
  options: Omit<PostgresOptions, "superuser">,
): Promise<HostedPostgres> {
  const server = await startPostgres({ ...options, superuser: "supabase_admin" });
  const roles = await readFile(new URL("./hosted-roles.sql", import.meta.url), "utf8");
  const sql = postgres(server.superuserUrl, { max: 1, onnotice: () => {} });
  await sql.unsafe(roles).finally(() => sql.end());
  return {
    ...server,
    ownerUrl: urlOf(server.superuserUrl, "postgres"),
    authUrl: `${urlOf(server.superuserUrl, "supabase_auth_admin")}?search_path=auth`,
  };
}

function urlOf(superuserUrl: string, role: string): string {
  const url = new URL(superuserUrl);
  url.username = role;
  return url.href;
}
