/** Triggers that record every committed write of a customers row and of the ledger. */
import type postgres from "postgres";

const TRIGGERS = `
create schema storm;
create table storm.row_writes (
  transaction xid8 not null default pg_current_xact_id(),
  user_id uuid not null, version_before bigint not null, version_after bigint not null
);
create table storm.ledger_writes (
  transaction xid8 not null default pg_current_xact_id(),
  event_id text not null
);
create function storm.record_row() returns trigger language plpgsql security definer as $$
begin
  insert into storm.row_writes (user_id, version_before, version_after)
  values (new.user_id, old.sync_version, new.sync_version);
  return null;
end $$;
create function storm.record_event() returns trigger language plpgsql security definer as $$
begin
  insert into storm.ledger_writes (event_id) values (new.id);
  return null;
end $$;
create trigger storm_row after update on public.customers for each row
  when (old.sync_version is distinct from new.sync_version) execute function storm.record_row();
create trigger storm_event after insert on public.stripe_events for each row
  execute function storm.record_event();
`;

export interface AuditFigures {
  readonly rowWrites: number;
  readonly ledgerWrites: number;
  /** Rows overwritten by a sync with an older version. */
  readonly backwardWrites: number;
  /** Rows written without an event recorded in the same transaction. */
  readonly unrecordedWrites: number;
}

export async function installAudit(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(TRIGGERS);
}

export async function readAudit(sql: postgres.Sql): Promise<AuditFigures> {
  const [figures] = await sql<AuditFigures[]>`
    select
      (select count(*)::int from storm.row_writes) as "rowWrites",
      (select count(*)::int from storm.ledger_writes) as "ledgerWrites",
      (select count(*)::int from storm.row_writes where version_after < version_before) as "backwardWrites",
      (select count(*)::int from storm.row_writes where not exists (
        select 1 from storm.ledger_writes
        where ledger_writes.transaction = row_writes.transaction
      )) as "unrecordedWrites"`;
  if (!figures) throw new Error("The audit has no figures");
  return figures;
}
