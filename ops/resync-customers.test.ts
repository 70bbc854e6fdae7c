/** Runs the command against a Postgres with the product's schema. */
import postgres from "postgres";
import { expect, test, vi } from "vitest";
import { applyMigrations } from "../drizzle/migrate.ts";
import { collectLines } from "../tests/support/cloudflare/console-lines.ts";
import { createSupabaseDatabase } from "../tests/support/database/supabase-database.ts";
import { superuserDatabaseUrl } from "../tests/support/running-cloud.ts";
import { readProjectRef } from "./lib/supabase.ts";
import { readTarget } from "./lib/target.ts";
import { resyncCustomers } from "./resync-customers.ts";

test("queues every customer, and leaves queued ones unchanged", async () => {
  const project = readProjectRef(readTarget("staging")) ?? "";
  const database = await createSupabaseDatabase(superuserDatabaseUrl, project);
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    await applyMigrations(database.url);
    await sql`insert into auth.users (id, email)
      select gen_random_uuid(), n || '@example.com' from generate_series(1, 3) n`;
    await sql`insert into customers (user_id, stripe_customer_id)
      select id, case when email < '3' then 'cus_' || left(email, 1) end from users`;
    await sql`insert into stripe_sync_queue values ('cus_1', 4, now() + interval '1 hour')`;
    vi.stubEnv("DATABASE_URL", database.url);
    const { lines } = await collectLines(() => resyncCustomers(["--env", "staging"]));
    expect(lines.at(-1)).toBe("✓ 1 customers queued");
    expect(
      await sql`select stripe_customer_id as id, attempts from stripe_sync_queue order by id`,
    ).toEqual([
      { id: "cus_1", attempts: 4 },
      { id: "cus_2", attempts: 0 },
    ]);
  } finally {
    vi.unstubAllEnvs();
    await sql.end();
    await database.drop();
  }
});
