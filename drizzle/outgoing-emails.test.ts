/** The triggers that write an email with the fact that it tells. */
import { beforeEach, describe, expect, test } from "vitest";
import { insertUser, openMigratedDatabase } from "../tests/support/database/migrated-database.ts";

const EMAIL = "Ann@Example.com";
const TRIAL_END = "2026-12-06T12:00:00+00:00";
const PERIOD_END = "2026-12-22T12:00:00+00:00";

const { sql } = await openMigratedDatabase();
let userId: string;
beforeEach(async () => {
  await sql`delete from auth.users`;
  await sql`delete from outgoing_emails`;
  userId = await insertUser(sql, { email: EMAIL, email_confirmed_at: new Date() });
});

/** What a sync stores. */
const sync = (status: string, subscriptionId = "sub_1") => {
  const row = {
    user_id: userId,
    stripe_customer_id: "cus_1",
    stripe_subscription_id: subscriptionId,
    stripe_price_id: "price_pro",
    stripe_product_id: "prod_pro",
    price_text: "€230 a month",
    stripe_subscription_status: status,
    synced_at: new Date(),
    trial_end: TRIAL_END,
    current_period_end: PERIOD_END,
  };
  return sql`
    insert into customers ${sql(row)} on conflict (user_id) do update set ${sql(row)}`;
};

const readTemplates = async () =>
  (
    await sql`select template from outgoing_emails where recipient <> '' order by created_at, dedupe_key`
  ).map(({ template }) => template);

describe("a subscription", () => {
  test.each([
    ["trialing", "trial_started", TRIAL_END],
    ["active", "subscription_started", PERIOD_END],
  ])("that is %s writes %s, with the date of the next payment", async (status, template, date) => {
    await sync(status);
    expect([
      ...(await sql`select template, recipient, payload from outgoing_emails where recipient <> ''`),
    ]).toEqual([
      {
        template,
        recipient: EMAIL,
        payload: { price: "price_pro", product: "prod_pro", priceText: "€230 a month", date },
      },
    ]);
  });

  test("writes nothing until its first payment", async () => {
    await sync("incomplete");
    expect(await readTemplates()).toEqual([]);
    await sync("active");
    expect(await readTemplates()).toEqual(["subscription_started"]);
  });

  test("writes one email for its start, however often and in which order it is synced", async () => {
    for (const status of ["trialing", "trialing", "active", "past_due", "active", "trialing"]) {
      await sync(status);
    }
    await sync("canceled", "sub_0");
    await sync("active");
    expect(await readTemplates()).toEqual(["trial_started", "payment_recovered"]);
  });

  test("whose declined renewal or upgrade is paid later writes that it is", async () => {
    await sync("active");
    await sql`delete from outgoing_emails`;
    await sql`update customers set stripe_subscription_status = 'past_due', stripe_price_id = 'price_business'`;
    expect(await readTemplates()).toEqual([]);
    await sql`update customers set stripe_subscription_status = 'active'`;
    expect([
      ...(await sql`select template, payload from outgoing_emails where recipient <> ''`),
    ]).toEqual([
      {
        template: "payment_recovered",
        payload: expect.objectContaining({ price: "price_business", date: PERIOD_END }),
      },
    ]);
  });

  test("after an ended one writes its own", async () => {
    await sync("trialing");
    await sync("canceled");
    await sync("active", "sub_2");
    expect(await readTemplates()).toEqual(["trial_started", "subscription_started"]);
  });

  test.each([
    [{ stripe_price_id: "price_business" }, "plan_switched", "price_business", PERIOD_END],
    [{ stripe_next_price_id: "price_starter" }, "switch_scheduled", "price_starter", PERIOD_END],
    [{ cancel_at: TRIAL_END }, "plan_canceled", "price_pro", TRIAL_END],
  ])("that changes by %o writes %s once", async (change, template, price, date) => {
    await sync("active");
    await sql`delete from outgoing_emails`;
    for (let times = 0; times < 2; times += 1) {
      await sql`update customers set ${sql({ ...change, sync_version: 7 })} where user_id = ${userId}`;
    }
    expect([
      ...(await sql`select template, payload from outgoing_emails where recipient <> ''`),
    ]).toEqual([{ template, payload: expect.objectContaining({ price, date }) }]);
  });

  test.each([[{ cancel_at: PERIOD_END }], [{ stripe_next_price_id: "price_starter" }]])(
    "that is kept after %o writes so, unlike a switch that is done, or an end",
    async (change) => {
      await sync("active");
      await sql`update customers set ${sql(change)}`;
      await sql`delete from outgoing_emails`;
      await sql`update customers set cancel_at = null, stripe_next_price_id = null`;
      expect(await readTemplates()).toEqual(["plan_kept"]);
      await sql`update customers set stripe_next_price_id = 'price_x', sync_version = 8`;
      await sql`delete from outgoing_emails`;
      await sql`update customers set stripe_price_id = 'price_x'`;
      await sql`update customers set stripe_next_price_id = null`;
      await sql`update customers set stripe_subscription_status = 'canceled'`;
      expect(await readTemplates()).toEqual(["plan_switched"]);
    },
  );
});

describe("the studio", () => {
  const readToStudio = async () =>
    (
      await sql`select template, payload from outgoing_emails where recipient = '' order by created_at`
    ).map(({ template, payload }) => ({ template, ...payload }));
  const bought = {
    ...{ account: EMAIL, customer: "cus_1", price: "price_pro", product: "prod_pro" },
    priceText: "€230 a month",
    isUnpaid: false,
  };
  const started = {
    template: "studio_subscription_started",
    ...bought,
    isTrial: true,
    date: PERIOD_END,
  };
  const canceled = (date: unknown) => ({
    template: "studio_subscription_canceled",
    ...bought,
    isTrial: false,
    date,
  });

  test("is told once of a subscription that starts, however often and in which order it is synced", async () => {
    await sync("incomplete");
    expect(await readToStudio()).toEqual([]);
    for (const status of ["trialing", "trialing", "active", "past_due", "active"])
      await sync(status);
    expect(await readToStudio()).toEqual([started]);
  });

  test("is told of each switch, and its subscriber of the charge that it made, if any", async () => {
    await sync("active");
    const charge = { invoice: "in_1", amount: "$1,649.99", card: "Visa ending in 4242" };
    await sql`update customers set stripe_price_id = 'price_business', last_charge = ${sql.json(charge)}`;
    await sql`update customers set stripe_price_id = 'price_starter', sync_version = 2`;
    const written = await sql`
      select template, payload -> 'charge' as charge from outgoing_emails
      where template like '%switched' order by dedupe_key`;
    expect(written.map(({ template, charge }) => [template, charge])).toEqual([
      ["plan_switched", charge],
      ["plan_switched", null],
      ["studio_plan_switched", null],
      ["studio_plan_switched", null],
    ]);
  });

  test("is told of a switch whose payment was declined", async () => {
    await sync("active");
    await sql`update customers set stripe_price_id = 'price_business', stripe_subscription_status = 'past_due', sync_version = 1`;
    await sql`update customers set stripe_subscription_status = 'active', sync_version = 2`;
    expect((await readToStudio()).slice(1)).toEqual([
      expect.objectContaining({
        template: "studio_plan_switched",
        price: "price_business",
        isUnpaid: true,
      }),
    ]);
  });

  test("is told of each cancellation, and not of the end that follows", async () => {
    await sync("active");
    await sql`delete from outgoing_emails`;
    for (const [version, cancelAt] of [
      [1, TRIAL_END],
      [2, TRIAL_END],
      [3, null],
      [4, PERIOD_END],
    ] as const) {
      await sql`update customers set cancel_at = ${cancelAt}, sync_version = ${version}`;
    }
    expect(await readToStudio()).toEqual([canceled(TRIAL_END), canceled(PERIOD_END)]);
    await sync("canceled");
    expect(await readToStudio()).toHaveLength(2);
  });

  test.each([
    ["unpaid", { stripe_subscription_status: "canceled" }],
    [
      "active",
      { stripe_subscription_id: null, stripe_subscription_status: null, stripe_price_id: null },
    ],
  ])("is told of one that was %s and ended by %o", async (status, ended) => {
    await sync("active");
    await sync(status);
    await sql`delete from outgoing_emails`;
    await sql`update customers set ${sql(ended)}`;
    await sql`update customers set sync_version = 9`;
    expect(await readToStudio()).toEqual([canceled(expect.any(String))]);
  });

  test("is not told of a plan without a subscription, nor of one whose first payment never came", async () => {
    await sql`insert into customers (user_id, stripe_subscription_status) values (${userId}, 'active')`;
    await sync("incomplete");
    await sync("incomplete_expired");
    expect(await readToStudio()).toEqual([]);
  });
});

describe("the deletion of an account", () => {
  const deleteUser = () => sql`delete from auth.users where id = ${userId}`;

  test("writes the last email and deletes the earlier ones", async () => {
    await sync("active");
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
    await sync("canceled");
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
