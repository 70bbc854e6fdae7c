/**
 * npm run account -- EMAIL --env staging|production [--out FILE]
 *
 * Counts the personal data stored for an email address, with or without an account, and shows where Stripe
 * lists its subscriptions and invoices; --out exports the data as JSON. Needs DATABASE_URL.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type postgres from "postgres";
import { unpackUserAgent } from "../app/http/device-name.ts";
import { withPostgres } from "../drizzle/connect.ts";
import { OWNED_TABLES } from "../drizzle/owned-tables.ts";
import { runCommand } from "../tools/shared/cli.ts";
import { findDatabaseProblem } from "./lib/database-url.ts";
import { readTarget, type Target } from "./lib/target.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

type PersonalData = Awaited<ReturnType<typeof collectPersonalData>>;

/** Reads everything stored for `email` in one snapshot; contact messages also without an account. */
export function collectPersonalData(sql: postgres.Sql, email: string) {
  return sql.begin("isolation level repeatable read read only", async (snapshot) => {
    const address = email.trim().toLowerCase();
    const account = await snapshot`
      select id, email, nullif(email_change, '') as new_email_unconfirmed, phone, created_at,
        updated_at, email_confirmed_at, last_sign_in_at, banned_until,
        raw_user_meta_data as sign_up_metadata
      from auth.users where lower(email) = ${address}`;
    const ids = account.map(({ id }) => String(id));
    const tables: Record<string, Rows> = {};
    for (const { name, owner } of OWNED_TABLES) {
      tables[name] = await snapshot`
        select * from public.${sql(name)} where ${sql(owner.name)} = any(${ids}::uuid[])`;
    }
    return {
      email: address,
      // The user of Supabase Auth, without password or tokens.
      account,
      providers: await snapshot`
        select provider, email, created_at, last_sign_in_at, identity_data as provider_profile
        from auth.identities where user_id = any(${ids}::uuid[])`,
      // Leaves out the apps' secrets.
      authenticatorApps: await snapshot`
        select friendly_name, factor_type, status, created_at
        from auth.mfa_factors where user_id = any(${ids}::uuid[])`,
      passkeys: await snapshot`
        select friendly_name, created_at, last_used_at
        from auth.webauthn_credentials where user_id = any(${ids}::uuid[])`,
      sessions: await snapshot`
        select created_at, refreshed_at, user_agent, host(ip) as ip_address
        from auth.sessions where user_id = any(${ids}::uuid[])`,
      // Codes of two-step sign-ins.
      codeChallenges: await snapshot`
        select challenge.created_at, challenge.verified_at, host(challenge.ip_address) as ip_address
        from auth.mfa_challenges challenge join auth.mfa_factors factor on factor.id = factor_id
        where factor.user_id = any(${ids}::uuid[]) order by challenge.created_at`,
      // Supabase Auth's audit log.
      signInLog: await snapshot`
        select created_at, ip_address, payload ->> 'action' as action
        from auth.audit_log_entries
        where payload ->> 'actor_id' = any(${ids}) or payload -> 'traits' ->> 'user_id' = any(${ids})
        order by created_at`,
      profile: await snapshot`select * from public.users where id = any(${ids}::uuid[])`,
      subscription: await snapshot`
        select * from public.customers where user_id = any(${ids}::uuid[])`,
      contactMessages: await snapshot`
        select id, name, email, message, created_at, forwarded_at
        from public.contact_messages where lower(email) = ${address} order by created_at`,
      // The site's emails of the last week.
      emails: await snapshot`
        select template, payload, created_at, sent_at, rejected_at
        from public.outgoing_emails where lower(recipient) = ${address} order by created_at`,
      // All other tables with rows of the user, by name.
      tables,
    };
  });
}

/**
 * Summary lines: a count for each kind of data, and copies outside the database. Outside production, Stripe
 * has the customers in test mode.
 */
export function summarize(
  { email, tables, ...kinds }: PersonalData,
  environment: Target["environment"],
): string[] {
  const counts = Object.entries({ ...kinds, ...tables }).map(([name, rows]) => {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return `${String(rows.length).padStart(6)} ${words}`;
  });
  const dashboard = `https://dashboard.stripe.com/${environment === "production" ? "" : "test/"}`;
  const customers = kinds.subscription.flatMap((row) => row.stripe_customer_id ?? []);
  return [
    `Stored for ${email}:`,
    ...kinds.account.map(({ id }) => `User id ${String(id)}`),
    ...counts,
    ...customers.map((id) => `Subscriptions and invoices: ${dashboard}customers/${String(id)}`),
    "The spreadsheet has a copy of forwarded messages",
  ];
}

/** Runs the command with `args`. Throws one line on failure. */
export async function account(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      env: { type: "string" },
      out: { type: "string" },
    },
  });
  const [email] = positionals;
  if (!email?.includes("@")) throw new Error("No email address given");
  const target = readTarget(values.env);
  const problem = findDatabaseProblem(target);
  if (problem) throw new Error(problem);
  const address = target.env.DATABASE_URL ?? "";
  // With a pooler, the user name contains the project.
  const { host, username } = new URL(address);
  console.log(`${target.environment}: database ${username}@${host}`);
  const data = await withPostgres(address, (sql) => collectPersonalData(sql, email));
  for (const line of summarize(data, target.environment)) console.log(line);
  if (values.out === undefined) return;
  // Sessions and emails have the browser as it was sent to Supabase.
  const readable = (_: string, value: unknown) =>
    typeof value === "string" ? unpackUserAgent(value) : value;
  // "wx" fails if the file exists, which would keep its permissions.
  writeFileSync(values.out, `${JSON.stringify(data, readable, 2)}\n`, { mode: 0o600, flag: "wx" });
  console.log(`✓ Written to ${values.out}; delete it after sending it`);
}

if (import.meta.main) await runCommand(() => account(process.argv.slice(2)));
