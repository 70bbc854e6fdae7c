import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readDashboard } from "~/account/account.server";
import type { LiveUserId } from "~/auth/session/live-session.server";
import { createRequestDatabase } from "~/platform/database.server";
import { workerDatabaseUrl } from "../../tests/support/running-cloud.ts";
import { readItemDraft } from "./item-action.server";

test("what the list reads, before a session is confirmed, only reads", async () => {
  const readOnly = "?options=-c%20default_transaction_read_only%3Don";
  const connection = createRequestDatabase(workerDatabaseUrl + readOnly);
  const database = await connection.get();
  const { rows } = await database.execute<{ id: string }>(sql`select id from public.users limit 1`);
  const id = rows[0]?.id ?? "";
  const owner: LiveUserId = sql`(select ${id}::uuid)`;
  const filter = { query: "item", onlyFeatured: true };
  expect(await readDashboard(database, owner, { filter })).toMatchObject({ id });
  expect(await readItemDraft(database, owner, randomUUID())).toBe("gone");
  await connection.close();
});
