/** Items for measurements. */
import postgres from "postgres";
import type { Product } from "../support/product.ts";

/** Adds `count` items to the empty list of `owner`. */
export async function addItems({ cloud }: Product, owner: string, count: number): Promise<void> {
  const sql = postgres(cloud.superuserUrl, { max: 1 });
  // Without triggers: the list may exceed the item limit.
  await sql`set session_replication_role = replica`;
  await sql`
    insert into public.items (owner, name, created_at)
    select ${owner}, 'Item ' || n, now() - n * interval '1 minute' from generate_series(1, ${count}) n`;
  await sql`update public.users set item_count = ${count} where id = ${owner}`;
  await sql`vacuum analyze public.items`;
  await sql.end();
}
