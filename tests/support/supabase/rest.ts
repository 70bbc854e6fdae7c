/** Calls to Supabase's REST API, as anyone with the publishable key can send them. */
import type postgres from "postgres";
import { createAccount, signIn } from "../auth-server.ts";
import { siteVariables as variables } from "../running-cloud.ts";

export const supabaseUrl = variables.SUPABASE_URL ?? "";
export const publishableKey = variables.SUPABASE_PUBLISHABLE_KEY ?? "";

export interface Person {
  readonly id: string;
  readonly token: string;
}

/** A signed-in account with a customer row, and with a plan if `priceId` is given. */
export async function createPerson(sql: postgres.Sql, priceId?: string): Promise<Person> {
  const email = `rest-${crypto.randomUUID()}@example.com`;
  const id = await createAccount(supabaseUrl, email);
  const { access_token: token } = await signIn(supabaseUrl, email);
  await sql`
    insert into public.customers (user_id, stripe_customer_id, stripe_price_id, stripe_subscription_status)
    values (${id}, ${`cus_${id}`}, ${priceId ?? null}, ${priceId ? "active" : null})`;
  return { id, token };
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Sends a call with a token; returns status and rows. */
export async function rest(token: string, method: Method, path: string, body?: object) {
  const response = await fetch(`${supabaseUrl}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Prefer: "return=representation",
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const json: unknown = text ? JSON.parse(text) : null;
  return { status: response.status, body: json };
}

/** Replaces the ids that a path or body names. */
export function fillIn(text: string, me: Pick<Person, "id">, other: Pick<Person, "id">): string {
  return text.replaceAll("MY_ID", me.id).replaceAll("THEIR_ID", other.id);
}
