import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveUserId, requireLiveSession } from "~/auth/session/live-session.server";
import { itemPageColumn, type PageRange } from "~/items/items.server";
import { createExplainer } from "../tests/support/database/explain.ts";
import { insertUser, openMigratedDatabase } from "../tests/support/database/migrated-database.ts";
import { users } from "./schema.ts";

/** Rows of each of two owners; enough for Postgres to prefer an index. */
const ITEMS = 9_000;

const { sql, superuserUrl } = await openMigratedDatabase();
const { client, database, explain } = createExplainer(superuserUrl);
let owner: LiveUserId;

beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) {
    const userId = await insertUser(sql);
    const sessionId = crypto.randomUUID();
    await sql`insert into auth.sessions (id, user_id) values (${sessionId}, ${userId})`;
    owner = requireLiveSession({ userId, sessionId });
    await sql`
      insert into public.items (owner, name, featured, created_at)
      select ${userId}, 'Item ' || n, n % 100 = 0, now() - n * interval '1 minute'
      from generate_series(1, ${ITEMS}::int) n`;
  }
  await sql`analyze`;
  await client.connect();
});
afterAll(() => client.end());

const readItemPage = (range: PageRange) =>
  database
    .select({ page: itemPageColumn(database, owner, range) })
    .from(users)
    .where(eq(users.id, owner));

const before = () => ({ createdAt: Date.now() - 3_600_000, id: crypto.randomUUID() });

test.each([
  ["the first page", {}, "items_owner_newest"],
  ["a later page", { before: before() }, "items_owner_newest"],
  ["featured items", { filter: { query: "", onlyFeatured: true } }, "items_owner_featured"],
])("%s of a list is read in the order of its index", async (_, range, index) => {
  const plan = await explain(() => readItemPage(range));
  expect(plan).toContain(`"Index Name":"${index}"`);
  expect(plan).not.toContain(`"Node Type":"Sort"`);
});

test("a search is answered by the index of names", async () => {
  const filter = { query: "tem 8123", onlyFeatured: false };
  const plan = await explain(() => readItemPage({ filter }));
  expect(plan).toContain("items_owner_name");
});
