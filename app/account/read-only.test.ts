import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { LiveUserId } from "~/auth/session/live-session.server";
import { createRequestDatabase } from "~/platform/database.server";
import { workerDatabaseUrl } from "../../tests/support/running-cloud.ts";
import { readDashboard } from "./account.server";
import { readProfile } from "./profile/read-profile.server";

test("what the dashboard and the general settings read, before a session is confirmed, only reads", async () => {
  const readOnly = "?options=-c%20default_transaction_read_only%3Don";
  const connection = createRequestDatabase(workerDatabaseUrl + readOnly);
  const database = await connection.get();
  const write = database.execute(sql`update public.users set name = name where false`);
  await expect(write).rejects.toMatchObject({ cause: { code: "25006" } });

  const { rows } = await database.execute<{ id: string }>(sql`select id from public.users limit 1`);
  const id = rows[0]?.id ?? "";
  const owner: LiveUserId = sql`(select ${id}::uuid)`;
  expect(await readDashboard(database, owner)).toMatchObject({ id });
  expect(await readProfile(database, owner)).toMatchObject({ id });
  await connection.close();
});
