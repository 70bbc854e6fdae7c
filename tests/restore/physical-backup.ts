/**
 * A backup of a running Postgres as its manual has it ("Making a Base Backup Using the Low Level API"), which is
 * what hosted ones make every day. The tools for it do not come with the embedded Postgres.
 */
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import * as v from "valibot";

export interface Backup {
  /** Throws the cluster's data away and puts the backup in its place. The server must not run. */
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
  // The log of what was written meanwhile belongs to the copy; the server that made it does not run there.
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
