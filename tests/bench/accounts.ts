/** Accounts with items for measurements. */
import postgres from "postgres";
import * as v from "valibot";
import { LOCAL_KEYS } from "../../tools/settings.ts";
import type { Product } from "../support/product.ts";

const userSchema = v.object({ id: v.string() });
const tokensSchema = v.looseObject({ access_token: v.string() });
type Tokens = v.InferOutput<typeof tokensSchema>;

export interface Owner {
  readonly id: string;
  readonly account: { readonly email: string; readonly password: string };
  readonly tokens: Tokens;
  /** The session's Cookie header. */
  readonly cookie: string;
}

/** The Cookie header of a session. */
export function sessionCookie(tokens: Tokens): string {
  return `sb-127-auth-token=base64-${Buffer.from(JSON.stringify(tokens)).toString("base64url")}`;
}

/** Creates a signed-in account with `count` items. */
export async function createOwner({ cloud, ports }: Product, count: number): Promise<Owner> {
  const call = async (path: string, key: string, body: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${ports.supabase}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: key, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const account = {
    email: `bench-${crypto.randomUUID()}@example.com`,
    password: "correct-horse-1",
  };
  const { id } = v.parse(
    userSchema,
    await call("admin/users", LOCAL_KEYS.supabaseSecret, { ...account, email_confirm: true }),
  );
  const tokens = v.parse(
    tokensSchema,
    await call("token?grant_type=password", LOCAL_KEYS.supabasePublishable, account),
  );
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
