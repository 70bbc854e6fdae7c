/** All that belongs to a subscriber. */
import type postgres from "postgres";
import { OWNED_TABLES } from "../../../drizzle/owned-tables.ts";
import type { Tokens } from "./accounts.ts";
import { type Subscriber, stripe } from "./billing.ts";

/** Everything that a request of the subscriber could change. */
export async function readEverything(sql: postgres.Sql, { id, customerId }: Subscriber) {
  const rows = await sql`
    select (select row_to_json(u) from public.users u where u.id = ${id}) as "user",
      (select row_to_json(c) from public.customers c where c.user_id = ${id}) as customer,
      (select count(*) from public.claims where key like ${`%${id}%`}) as claims,
      (select count(*) from public.recovery_codes where user_id = ${id}) as recovery_codes,
      (select count(*) from auth.mfa_factors where user_id = ${id}) as factors,
      (select count(*) from auth.webauthn_challenges where user_id = ${id}) as challenges,
      (select json_agg(s.id order by s.id) from auth.sessions s where s.user_id = ${id}) as sessions,
      (select encrypted_password || email_change from auth.users where id = ${id}) as credentials`;
  const tables = await Promise.all(
    OWNED_TABLES.map(
      ({ name, owner }) => sql`select * from public.${sql(name)} where ${sql(owner.name)} = ${id}`,
    ),
  );
  const { data: subscriptions } = await stripe.subscriptions.list({ customer: customerId });
  const { data: checkouts } = await stripe.checkout.sessions.list({ customer: customerId });
  return {
    ...rows[0],
    tables: tables.map((each) => [...each]),
    subscriptions: subscriptions.map(({ id: subscription, status }) => [subscription, status]),
    checkouts: checkouts.map(({ id: checkout }) => checkout),
  };
}

/** The id of the session that the tokens are of. */
export const sessionIdOf = ({ access_token }: Tokens): string =>
  JSON.parse(Buffer.from(access_token.split(".")[1] ?? "", "base64url").toString()).session_id;
