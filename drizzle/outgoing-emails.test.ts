/** The triggers that write an email with the fact that it tells. */
import type postgres from "postgres";
import { beforeEach, describe, expect, test } from "vitest";
import { insertUser, openMigratedDatabase } from "../tests/support/database/migrated-database.ts";
import {
  CHANGE_DATE,
  PLAN_CHANGES,
  type PlanState,
  STATES,
} from "../tests/support/plan-changes.ts";

const EMAIL = "Ann@Example.com";
const DATE = CHANGE_DATE.toISOString().replace(".000Z", "+00:00");
const CHARGE = { invoice: "in_1", amount: "$1,649.99", card: "Visa ending in 4242" };

const { sql } = await openMigratedDatabase();
let userId: string;
beforeEach(async () => {
  await sql`delete from auth.users`;
  await sql`delete from outgoing_emails`;
  userId = await insertUser(sql, { email: EMAIL, email_confirmed_at: new Date() });
});

let version = 0;

/** What a sync stores. */
function sync(state: PlanState, extra: Record<string, postgres.SerializableParameter> = {}) {
  version += 1;
  const row = {
    user_id: userId,
    stripe_customer_id: "cus_1",
    stripe_subscription_id: state.subscription,
    stripe_price_id: state.price,
    stripe_product_id: "prod_pro",
    stripe_next_price_id: state.next,
    price_text: "€230 a month",
    stripe_subscription_status: state.status,
    sync_version: version,
    synced_at: new Date(),
    trial_end: CHANGE_DATE,
    current_period_end: CHANGE_DATE,
    cancel_at: state.cancelAt,
    ...extra,
  };
  return sql`insert into customers ${sql(row)} on conflict (user_id) do update set ${sql(row)}`;
}

const readEmails = async () => [
  ...(await sql<{ template: string; recipient: string; payload: Record<string, unknown> }[]>`
    select template, recipient, payload from outgoing_emails order by recipient desc`),
];

describe("a change of a plan", () => {
  test.each(PLAN_CHANGES)("$name is told once", async ({ before, after, subscriber, studio }) => {
    if (before) await sync(before);
    await sql`delete from outgoing_emails`;
    for (let times = 0; times < 3; times += 1) await sync(after);
    const told = (await readEmails()).map(({ template, recipient }) => [template, recipient]);
    const expected = [
      [subscriber, EMAIL],
      [studio, ""],
    ];
    expect(told).toEqual(expected.filter(([template]) => template !== null));
  });

  test("tells the studio's and the subscriber's email the same", async () => {
    await sync(STATES.pro);
    await sql`delete from outgoing_emails`;
    await sync(STATES.business, { last_charge: sql.json(CHARGE) });
    const payload = {
      ...{ account: EMAIL, customer: "cus_1", isTrial: false, isUnpaid: false, current: null },
      ...{ price: "price_b", product: "prod_pro", priceText: "€230 a month" },
      ...{ charge: CHARGE, date: DATE },
      subscription: {
        ...{ stripePriceId: "price_b", stripeProductId: "prod_pro", stripeNextPriceId: null },
        ...{ priceText: "€230 a month", statusDetail: null, stripeSubscriptionStatus: "active" },
        ...{ currentPeriodEnd: DATE, trialEnd: DATE, cancelAt: null },
      },
    };
    expect((await readEmails()).map((email) => email.payload)).toEqual([payload, payload]);
  });

  test("names no date of payment to who canceled, and the price before a scheduled one", async () => {
    await sync(STATES.pastDueCanceled);
    await sync(STATES.canceled);
    await sync({ ...STATES.pro, subscription: "sub_2" });
    await sync({ ...STATES.pro, subscription: "sub_2", next: "price_s" });
    const written = (await readEmails()).filter(({ recipient }) => recipient !== "");
    expect(Object.fromEntries(written.map(({ template, payload }) => [template, payload]))).toEqual(
      expect.objectContaining({
        payment_recovered: expect.objectContaining({ date: null }),
        switch_scheduled: expect.objectContaining({
          price: "price_s",
          priceText: null,
          current: { price: "price_p", priceText: "€230 a month" },
        }),
      }),
    );
  });

  test("is told again when it is made again", async () => {
    for (let times = 0; times < 2; times += 1) {
      await sync(STATES.canceled);
      await sync(STATES.pro);
    }
    const written = (await readEmails()).filter(({ template }) => template === "plan_kept");
    expect(written).toHaveLength(2);
  });

  test("without a subscription tells nothing", async () => {
    await sql`insert into customers (user_id, stripe_subscription_status) values (${userId}, 'active')`;
    expect(await readEmails()).toEqual([]);
  });
});

describe("the deletion of an account", () => {
  const readTemplates = async () =>
    (await readEmails()).flatMap(({ template, recipient }) => (recipient === "" ? [] : template));

  const deleteUser = () => sql`delete from auth.users where id = ${userId}`;

  test("writes the last email and deletes the earlier ones", async () => {
    await sync(STATES.pro);
    await insertUser(sql, { email: "ben@example.com", email_confirmed_at: new Date() });
    await sql`
      insert into outgoing_emails (template, recipient, dedupe_key)
      values ('account_exists', ${EMAIL.toLowerCase()}, 'a'), ('account_exists', 'ben@example.com', 'b')`;
    await deleteUser();
    expect([
      ...(await sql`
        select template, recipient from outgoing_emails where recipient <> '' order by recipient`),
    ]).toEqual([
      { template: "account_deleted", recipient: EMAIL },
      { template: "account_exists", recipient: "ben@example.com" },
    ]);
  });

  test("says that billing has ended if it was ended just before", async () => {
    await sync(STATES.ended);
    await sql`update customers set billing_closed_at = now() - interval '1 hour'`;
    await sql
      .begin(async (tx) => {
        await tx`delete from auth.users where id = ${userId}`;
        expect([...(await tx`select template from outgoing_emails`)]).toEqual([
          { template: "account_deleted" },
        ]);
        throw new Error("rolled back");
      })
      .catch((error: Error) => expect(error.message).toBe("rolled back"));
    await sql`update customers set billing_closed_at = now()`;
    await deleteUser();
    expect(await readTemplates()).toEqual(["account_and_billing_ended"]);
  });

  test("says nothing of billing to a user who never had any", async () => {
    await sql`insert into customers (user_id, billing_closed_at) values (${userId}, now())`;
    await deleteUser();
    expect(await readTemplates()).toEqual(["account_deleted"]);
  });

  test("writes nothing to an address that was never confirmed", async () => {
    await sql`update auth.users set email_confirmed_at = null`;
    await deleteUser();
    expect(await readTemplates()).toEqual([]);
  });
});
