import type postgres from "postgres";
import { describe, expect, test } from "vitest";
import { openMigratedDatabase } from "../tests/support/database/migrated-database.ts";
import { workerDatabaseUrl } from "../tests/support/running-cloud.ts";
import { connectPostgres } from "./connect.ts";

const { sql } = await openMigratedDatabase();

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

test("no function can be called over REST, new ones included", async () => {
  await sql`create function public.forty_two() returns int language sql as 'select 42'`;
  const callable = await sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', oid, 'execute')
        or has_function_privilege('authenticated', oid, 'execute'))`;
  expect([...callable]).toEqual([]);
});

test("the Worker can update only the necessary columns of users", async () => {
  const columns = await sql`
    select column_name from information_schema.column_privileges
    where table_name = 'users' and grantee = 'app_worker' and privilege_type = 'UPDATE' order by 1`;
  expect(
    columns.map(({ column_name }) => column_name),
    "A column that the profile form saves is added here; any other follows auth.users by trigger",
  ).toEqual(["name", "updated_at"]);
});

test("functions with their owner's rights have no search path and are for the Worker only", async () => {
  const unsafe = await sql`
    select proname from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef
      and (proconfig is distinct from array['search_path=""']
        or has_function_privilege('service_role', oid, 'execute'))`;
  expect([...unsafe]).toEqual([]);
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
});
