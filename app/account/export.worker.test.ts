import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, expect, test } from "vitest";
import { contactMessages, customers, outgoingEmails, users } from "#drizzle/schema";
import { makeSession } from "../../tests/support/fixtures";
import { createPerson, openPlatform, openSession } from "../../tests/support/worker/fixtures";
import { exportAccount } from "./export.server";

const platform = openPlatform();
afterAll(() => platform.database.close());

/**
 * Columns without information about the person: keys of rows in the export, and the state of background work.
 */
const WITHHELD: Readonly<Record<string, readonly string[]>> = {
  user: [],
  subscription: [
    "userId",
    "syncVersion",
    "syncedAt",
    "detailsChangedAt",
    "checkoutLeasedAt",
    "checkoutOpenedAt",
    "billingClosedAt",
    "createdAt",
    "updatedAt",
  ],
  contactMessages: [
    "id",
    "unconfirmedSends",
    "isSuspect",
    "isHeld",
    "attempts",
    "nextAttemptAt",
    "forwardedAt",
    "deadAt",
    "lastError",
  ],
  emails: [
    "id",
    "recipient",
    "payload",
    "dedupeKey",
    "attempts",
    "nextAttemptAt",
    "rejectedAt",
    "lastError",
  ],
};

test("the export has every column of the user's data, except those withheld", async () => {
  const person = await createPerson(platform);
  const session = await openSession(platform, person);
  const database = await platform.database.get();
  await database.insert(customers).values({
    userId: person.userId,
    stripeCustomerId: `cus_${person.userId}`,
    stripeSubscriptionId: `sub_${person.userId}`,
    stripePriceId: "price_1",
    stripeProductId: "prod_1",
    priceText: "$250 a month",
    lastCharge: { invoice: "in_1", amount: "$250.00", card: null },
    stripeNextPriceId: "price_2",
    stripeSubscriptionStatus: "active",
    currentPeriodEnd: new Date("2026-01-01"),
    trialEnd: new Date("2026-01-02"),
    cancelAt: new Date("2026-01-03"),
    trialUsedAt: new Date("2026-01-04"),
  });
  const { email } = person;
  const nextAttemptAt = new Date(Date.now() + 86_400_000);
  await database.execute(sql`
    insert into public.contact_messages (id, name, email, message, next_attempt_at)
    values (gen_random_uuid(), 'Ann', ${email}, 'Hello', ${nextAttemptAt.toISOString()})`);
  await database
    .insert(outgoingEmails)
    .values({ recipient: email, template: "welcome", dedupeKey: email, nextAttemptAt });
  const account = await exportAccount(
    database,
    makeSession({ ...session, email }),
    [],
    [{ id: "app", name: "Phone", createdAt: "2026-01-05" }],
  );
  const exported = JSON.parse(JSON.stringify(account));
  expect(exported.signIns).toMatchObject([
    { signedInAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) },
  ]);
  expect(exported.authenticatorApps).toEqual([{ name: "Phone", createdAt: "2026-01-05" }]);

  const id = person.userId;
  const tables: readonly (readonly [string, PgTable, SQL])[] = [
    ["user", users, eq(users.id, id)],
    ["subscription", customers, eq(customers.userId, id)],
    ["contactMessages", contactMessages, eq(contactMessages.email, email)],
    ["emails", outgoingEmails, eq(outgoingEmails.recipient, email)],
  ];
  for (const [part, table, isTheirs] of tables) {
    const [row] = [exported[part]].flat();
    // In the order of the export: the subscription's own email comes first.
    const [stored] = await database.select().from(table).where(isTheirs).orderBy(sql`created_at`);
    const withheld = WITHHELD[part] ?? [];
    const expected = Object.keys(getTableColumns(table)).filter((name) => !withheld.includes(name));
    const derived = part === "user" ? ["signInMethods"] : [];
    expect(
      Object.keys(row ?? {}).toSorted(),
      `Export each column of "${part}" in export.server.ts, or add it to WITHHELD`,
    ).toEqual([...expected, ...derived].toSorted());
    const values = Object.entries(stored ?? {}).filter(([name]) => expected.includes(name));
    expect(row).toMatchObject(JSON.parse(JSON.stringify(Object.fromEntries(values))));
  }
});
