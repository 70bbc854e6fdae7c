/** Accounts with items for measurements. */
import postgres from "postgres";
import { LOCAL_PASSWORD } from "../../tools/settings.ts";
import { createAccount, sessionCookie, signIn, type Tokens } from "../support/auth-server.ts";
import type { Product } from "../support/product.ts";

export interface Owner {
  readonly id: string;
  readonly account: { readonly email: string; readonly password: string };
  readonly tokens: Tokens;
  /** The session's Cookie header. */
  readonly cookie: string;
}

/** Creates a signed-in account with `count` items. */
export async function createOwner({ cloud, ports }: Product, count: number): Promise<Owner> {
  const account = { email: `bench-${crypto.randomUUID()}@example.com`, password: LOCAL_PASSWORD };
  const supabaseUrl = `http://127.0.0.1:${ports.supabase}`;
  const id = await createAccount(supabaseUrl, account.email);
  const tokens = await signIn(supabaseUrl, account.email);
  const sql = postgres(cloud.superuserUrl, { max: 1 });
  // Without triggers: the list may exceed the item limit.
  await sql`set session_replication_role = replica`;
  await sql`
    insert into public.items (owner, name, created_at)
    select ${id}, 'Item ' || n, now() - n * interval '1 minute' from generate_series(1, ${count}) n`;
  await sql`update public.users set item_count = ${count} where id = ${id}`;
  await sql`vacuum analyze public.items`;
  await sql.end();
  return { id, account, tokens, cookie: sessionCookie(tokens) };
}
