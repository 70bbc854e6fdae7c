import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPlatform } from "../../../tests/support/worker-world.ts";
import type { Platform } from "../../platform/context.server.ts";
import { readBacklog } from "./backlog.server.ts";

let platform: Platform;
const id = crypto.randomUUID();
beforeEach(() => {
  platform = openPlatform();
});
afterEach(async () => {
  const database = await platform.database.get();
  // The Worker's role may not delete messages, so this one is only taken out of the queue.
  await database.execute(sql`update contact_messages set forwarded_at = now() where id = ${id}`);
  await platform.close();
});

test("a message that waits is counted, with its age", async () => {
  const database = await platform.database.get();
  const before = await readBacklog(database);
  await database.execute(sql`
    insert into contact_messages (id, name, email, message, created_at, next_attempt_at)
    values (${id}, 'Ann', 'ann@example.com', 'Hello', now() - interval '3 hours',
      now() + interval '1 hour')`);
  const after = await readBacklog(database);
  expect(after.messagesWaiting).toBe(before.messagesWaiting + 1);
  expect(after.oldestMessageS).toBeGreaterThanOrEqual(3 * 3600);
  expect(after.messagesGivenUp).toBeGreaterThanOrEqual(0);
});
