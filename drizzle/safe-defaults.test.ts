import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createSupabaseDatabase,
  type SupabaseDatabase,
} from "../tests/support/cloudflare/supabase-database.ts";
import { superuserDatabaseUrl, workerDatabaseUrl } from "../tests/support/running-cloud.ts";
import { connectPostgres } from "./connect.ts";
import { applyMigrations } from "./migrate.ts";

let database: SupabaseDatabase;
let sql: postgres.Sql;
beforeAll(async () => {
  database = await createSupabaseDatabase(superuserDatabaseUrl, "migrations");
  await applyMigrations(database.url);
  sql = connectPostgres(database.url);
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

describe("a new table without further statements", () => {
  test("has row-level security", async () => {
    await sql`create table public.plain (id int)`;
    await sql`create table public.copied as select 1 as id`;
    const rows = await sql`
      select relname, relrowsecurity as is_on from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`;
    expect(rows.map(({ relname }) => relname)).toContain("plain");
    expect(rows.filter(({ is_on }) => !is_on)).toEqual([]);
  });

  test("is inaccessible over REST", async () => {
    await sql`create table public.closed (id serial)`;
    const grants = await sql`
      select grantee, privilege_type from information_schema.role_table_grants
      where table_name = 'closed' and grantee in ('anon', 'authenticated', 'PUBLIC', 'app_worker')`;
    expect([...grants]).toEqual([]);
    const [sequence] = await sql`
      select has_sequence_privilege('authenticated', 'public.closed_id_seq', 'usage') as may`;
    expect(sequence?.may).toBe(false);
  });
});

test("a new function cannot be called over REST", async () => {
  await sql`create function public.forty_two() returns int language sql as 'select 42'`;
  const [row] = await sql`
    select has_function_privilege('anon', 'public.forty_two()', 'execute') as anon,
      has_function_privilege('authenticated', 'public.forty_two()', 'execute') as authenticated`;
  expect(row).toEqual({ anon: false, authenticated: false });
});

test("REST has exactly the product's grants", async () => {
  const onTables = await sql`
    select grantee, table_name, privilege_type from information_schema.role_table_grants
    where table_schema = 'public' and grantee in ('anon', 'authenticated', 'PUBLIC')
      and table_name in (select tablename from pg_tables where schemaname = 'public')
    order by 1, 2, 3`;
  expect(onTables.map((row) => Object.values(row).join(" "))).toEqual([
    "authenticated customers SELECT",
    "authenticated items DELETE",
    "authenticated items SELECT",
    "authenticated users SELECT",
  ]);
  const onColumns = await sql`
    select table_name, privilege_type, column_name from information_schema.column_privileges
    where table_schema = 'public' and grantee in ('anon', 'authenticated', 'PUBLIC')
      and privilege_type in ('INSERT', 'UPDATE')
    order by 1, 2, 3`;
  expect(onColumns.map((row) => Object.values(row).join(" "))).toEqual([
    "items INSERT name",
    "items INSERT owner",
    "items UPDATE name",
    "users UPDATE name",
  ]);
});

test("no product function can be called over REST", async () => {
  const callable = await sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', oid, 'execute')
        or has_function_privilege('authenticated', oid, 'execute'))
    order by 1`;
  expect(callable.map(({ proname }) => proname)).toEqual([]);
});

test("the Worker can update only the necessary columns of users", async () => {
  const columns = await sql`
    select column_name from information_schema.column_privileges
    where table_name = 'users' and grantee = 'app_worker' and privilege_type = 'UPDATE' order by 1`;
  expect(columns.map(({ column_name }) => column_name)).toEqual(["name", "updated_at"]);
});

test("security definer functions are executable by the Worker only", async () => {
  const rows = await sql`
    select p.proname, p.prosecdef as is_definer, p.proconfig, r.rolname as role
    from pg_proc p cross join pg_roles r
    where p.pronamespace = 'public'::regnamespace
      and p.proname in ('list_devices', 'sign_out_device', 'sign_out_other_devices',
        'delete_expired_contact_messages')
      and r.rolname in ('anon', 'authenticated', 'service_role', 'app_worker')
      and has_function_privilege(r.oid, p.oid, 'execute')
    order by 1`;
  expect(rows.map(({ proname, role }) => `${proname} ${role}`)).toEqual([
    "delete_expired_contact_messages app_worker",
    "list_devices app_worker",
    "sign_out_device app_worker",
    "sign_out_other_devices app_worker",
  ]);
  expect(rows.every(({ is_definer }) => is_definer)).toBe(true);
  expect(rows.map(({ proconfig }) => proconfig)).toEqual(Array(4).fill(['search_path=""']));
});

test("the Worker's statements time out, whatever it requests", async () => {
  const worker = connectPostgres(workerDatabaseUrl);
  const settings = await worker`
    select name, setting, unit from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by name`;
  await worker.end();
  expect(settings.map(({ name, setting, unit }) => `${name} ${setting} ${unit}`)).toEqual([
    "idle_in_transaction_session_timeout 10000 ms",
    "lock_timeout 5000 ms",
    "statement_timeout 10000 ms",
  ]);
});

describe("contact messages", () => {
  const store = (id: number, fields: Readonly<Record<string, string | boolean>> = {}) => sql`
    insert into contact_messages ${sql({
      id: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
      name: "Ann",
      email: "Ann@Example.com",
      message: "Hello",
      ...fields,
    })}`;
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  /** Calls `work` as the Worker's role. */
  const asWorker = (
    work: (tx: postgres.TransactionSql) => Promise<postgres.RowList<postgres.Row[]>>,
  ) =>
    sql.begin(async (tx) => {
      await tx`set local role app_worker`;
      return work(tx);
    });

  test("are deleted after their retention period, and not before", async () => {
    await store(1, { forwarded_at: daysAgo(91), created_at: daysAgo(91) });
    await store(2, { forwarded_at: daysAgo(89), created_at: daysAgo(400) });
    await store(3, { suspected_spam: true, created_at: daysAgo(31) });
    await store(4, { suspected_spam: true, created_at: daysAgo(29) });
    await store(5, { dead_at: daysAgo(360), created_at: daysAgo(367) });
    await store(6, { dead_at: daysAgo(360), created_at: daysAgo(364) });
    await store(7, { created_at: daysAgo(367) });
    await store(8);
    expect(await sql`select from contact_messages`).toHaveLength(8);
    const result = await asWorker(
      (tx) => tx`select public.delete_expired_contact_messages() as deleted`,
    );
    expect([...result]).toEqual([{ deleted: 4 }]);
    const left = await sql`select right(id::text, 1) as id from contact_messages order by id`;
    expect(left.map(({ id }) => id)).toEqual(["2", "4", "6", "8"]);
  });

  test("cannot be deleted by the Worker in any other way", async () => {
    await expect(asWorker((tx) => tx`delete from contact_messages`)).rejects.toThrow(
      "permission denied",
    );
  });

  test("have indexes for one sender's and for due messages", async () => {
    await sql`set enable_seqscan = off`;
    const plan = async (query: postgres.PendingQuery<postgres.Row[]>) =>
      JSON.stringify(await sql`explain (format json) ${query}`);
    expect(
      await plan(sql`delete from contact_messages where lower(email) = lower('ann@example.com')`),
    ).toContain("contact_messages_sender");
    const due = sql`
      select id from contact_messages
      where forwarded_at is null and dead_at is null and not suspected_spam
        and next_attempt_at <= now()
      order by created_at, id limit 20`;
    expect(await plan(due)).toContain("contact_messages_queue");
    await sql`reset enable_seqscan`;
  });
});
