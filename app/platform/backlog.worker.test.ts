import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPlatform } from "../../tests/support/worker/fixtures.ts";
import { type Backlog, findOverLimit, readBacklog } from "./backlog.server.ts";
import type { Platform } from "./context.server.ts";

let platform: Platform;
const id = crypto.randomUUID();
beforeEach(() => {
  platform = openPlatform();
});
afterEach(() => platform.close());

test("reports the age of the oldest waiting message", async () => {
  const database = await platform.database.get();
  const rolledBack = new Error("rolled back");
  const reading = database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into contact_messages (id, name, email, message, created_at, next_attempt_at)
      values (${id}, 'Ann', 'ann@example.com', 'Hello', now() - interval '3 hours',
        now() + interval '1 hour')`);
    expect((await readBacklog(tx)).oldestMessageS).toBeGreaterThanOrEqual(3 * 3600);
    throw rolledBack;
  });
  await expect(reading).rejects.toBe(rolledBack);
});

test("reports the age of the oldest unsent email", async () => {
  const database = await platform.database.get();
  const rolledBack = new Error("rolled back");
  const reading = database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into outgoing_emails (template, recipient, dedupe_key, created_at, next_attempt_at, sent_at)
      values ('account_exists', 'ann@example.com', ${id}, now() - interval '6 days', now(), null),
        ('account_exists', 'ann@example.com', ${`${id}-2`}, now() - interval '7 days', now(), now())`);
    await tx.execute(sql`
      insert into outgoing_emails (template, recipient, dedupe_key, created_at, last_error)
      values ('account_exists', 'ann@example.com', ${`${id}-0`}, now() - interval '7 days',
        'E_RECIPIENT_SUPPRESSED')`);
    // In an outage, the oldest emails are retried last.
    await tx.execute(sql`
      update outgoing_emails set next_attempt_at = now() + interval '1 hour' where dedupe_key = ${id}`);
    await tx.execute(sql`
      insert into outgoing_emails (template, recipient, dedupe_key)
      select 'account_exists', 'ann@example.com', ${id} || '-' || n from generate_series(3, 1100) n`);
    expect((await readBacklog(tx)).oldestEmailS).toBe(6 * 86_400);
    throw rolledBack;
  });
  await expect(reading).rejects.toBe(rolledBack);
});

test("reports the ages of the reconciliation cursor and queue, and the number of stuck retries", async () => {
  const database = await platform.database.get();
  const rolledBack = new Error("rolled back");
  const readings = database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into stripe_event_cursor (read_until) values (now() - interval '2 hours')
      on conflict (id) do update set read_until = excluded.read_until`);
    expect((await readBacklog(tx)).eventCursorS).toBe(7200);
    const { retriesStuck } = await readBacklog(tx);
    await tx.execute(sql`
      insert into stripe_sync_queue (stripe_customer_id, attempts, next_attempt_at)
      values ('cus_queued', 0, now()), ('cus_failed', 4, now()), ('cus_stuck', 5, now())`);
    expect((await readBacklog(tx)).retriesStuck).toBe(retriesStuck + 1);
    await tx.execute(sql`delete from stripe_sync_queue`);
    expect((await readBacklog(tx)).syncQueueS).toBe(0);
    await tx.execute(sql`
      insert into stripe_sync_queue (stripe_customer_id, next_attempt_at)
      values ('cus_later', now() + interval '1 hour')`);
    expect((await readBacklog(tx)).syncQueueS).toBe(0);
    await tx.execute(sql`
      insert into stripe_sync_queue (stripe_customer_id, next_attempt_at)
      values ('cus_waiting', now() - interval '2 hours')`);
    expect((await readBacklog(tx)).syncQueueS).toBe(7200);
    throw rolledBack;
  });
  await expect(readings).rejects.toBe(rolledBack);
});

test("names each figure over its limit, which a monitor gets as 503", () => {
  const backlog: Backlog = {
    oldestMessageS: 3_600,
    messagesGivenUp: 0,
    eventCursorS: 0,
    syncQueueS: 0,
    retriesStuck: 0,
    oldestEmailS: 0,
    auditLogRows: 0,
    databaseReadOnly: 0,
    authError: 0,
    authFunctionsFailing: 0,
  };
  expect(findOverLimit(backlog)).toEqual([]);
  const over = { messagesGivenUp: 1, oldestEmailS: 7_200, databaseReadOnly: 1, authError: 401 };
  expect(findOverLimit({ ...backlog, ...over, eventCursorS: null })).toEqual([
    "messagesGivenUp is 1, over 0",
    "eventCursorS is null, over 3600",
    "oldestEmailS is 7200, over 1800",
    "databaseReadOnly is 1, over 0",
    "authError is 401, over 0",
  ]);
  // The crons of a closed site rest.
  const rested = { ...backlog, oldestMessageS: 9_999, oldestEmailS: 9_999, eventCursorS: 9_999 };
  expect(findOverLimit({ ...rested, retriesStuck: 1 }, { isClosed: true })).toEqual([
    "retriesStuck is 1, over 0",
  ]);
});

test("reports a read-only database", async () => {
  const database = await platform.database.get();
  const reading = database.transaction(readBacklog, { accessMode: "read only" });
  expect(await reading).toMatchObject({ databaseReadOnly: 1 });
  expect(await readBacklog(database)).toMatchObject({ databaseReadOnly: 0 });
});
