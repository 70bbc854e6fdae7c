/**
 * A base backup of a running Postgres, as hosted services make daily. Source: PostgreSQL, "Making a Base
 * Backup Using the Low Level API"; the embedded Postgres has no tools for it.
 */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import * as v from "valibot";

interface Backup {
  /** Replaces the cluster's data with the backup. The server must be stopped. */
  restore(): void;
  remove(): void;
}

const rowSchema = v.tuple([v.object({ data_directory: v.string() })]);
const labelSchema = v.tuple([v.object({ labelfile: v.string() })]);

export async function backUp(superuserUrl: string): Promise<Backup> {
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} });
  const [{ data_directory: data }] = v.parse(rowSchema, await sql`show data_directory`);
  const copy = `${data}-backup`;
  rmSync(copy, { recursive: true, force: true });
  await sql`select pg_backup_start('drill', true)`;
  execFileSync("cp", ["-a", data, copy]);
  const stopped = await sql`select labelfile from pg_backup_stop(false)`;
  const [{ labelfile }] = v.parse(labelSchema, stopped);
  // Includes the WAL written during the backup, but not the server's PID file.
  execFileSync("cp", ["-a", `${path.join(data, "pg_wal")}/.`, path.join(copy, "pg_wal")]);
  rmSync(path.join(copy, "postmaster.pid"), { force: true });
  writeFileSync(path.join(copy, "backup_label"), labelfile);
  execFileSync("chown", [
    "--reference",
    path.join(copy, "PG_VERSION"),
    path.join(copy, "backup_label"),
  ]);
  await sql.end();
  return {
    restore() {
      rmSync(data, { recursive: true, force: true });
      execFileSync("cp", ["-a", copy, data]);
    },
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
