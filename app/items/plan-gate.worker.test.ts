/** Featuring items needs an active plan that includes it. */
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { customers, items } from "#drizzle/schema";
import {
  asLiveUserId,
  createPerson,
  openPlatform,
  openSession,
} from "../../tests/support/worker/fixtures";
import type { Item } from "./item";
import { runItemAction } from "./item-action.server";
import { createItem, deleteItem, restoreItem, setItemFeatured } from "./items.server";

const platform = openPlatform();
const { planCatalog: catalog } = platform.config;
const { prices, products } = catalog;
afterAll(() => platform.database.close());

async function createOwnerWithItem() {
  const database = await platform.database.get();
  const owner = asLiveUserId((await createPerson(platform)).userId);
  const id = crypto.randomUUID();
  await createItem(database, owner, { id, name: "First" });
  const subscribe = (
    stripePriceId: string,
    stripeSubscriptionStatus: string,
    stripeProductId: string | null = null,
  ) =>
    database
      .insert(customers)
      .values({ userId: owner, stripePriceId, stripeProductId, stripeSubscriptionStatus });
  const read = async () => (await database.select().from(items).where(eq(items.id, id)))[0];
  const feature = (featured: boolean) =>
    setItemFeatured(database, owner, { id, featured, catalog });
  const remove = async (): Promise<Item> => {
    const deleted = await deleteItem(database, owner, id);
    if (!deleted) throw new Error("The item does not exist");
    return deleted;
  };
  return { database, owner, id, subscribe, read, feature, remove };
}

describe("a deleted item", () => {
  test("is not restored as featured without a plan, nor with a time in the future", async () => {
    const { database, owner, read, remove } = await createOwnerWithItem();
    const item = { ...(await remove()), featured: true, createdAt: Date.parse("2999-01-01") };
    await restoreItem(database, owner, { item, catalog });
    const restored = await read();
    expect(restored).toMatchObject({ featured: false });
    expect(restored?.createdAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  });
});

describe("featuring an item", () => {
  test("needs a plan, and is forbidden without one", async () => {
    const { database, feature, id, read } = await createOwnerWithItem();
    expect(await feature(true)).toBe("upgrade");
    const session = await openSession(platform, await createPerson(platform));
    const context = { database, session, catalog, fields: {} };
    const result = await runItemAction({ intent: "feature", id }, context);
    expect(result).toMatchObject({ status: "error", httpStatus: 403 });
    expect(await read()).toMatchObject({ featured: false });
  });

  test.each<["starter" | "pro" | "business", string, "allowed" | "upgrade" | "unpaid"]>([
    ["starter", "active", "upgrade"],
    ["starter", "past_due", "upgrade"],
    ["pro", "active", "allowed"],
    ["pro", "trialing", "allowed"],
    ["pro", "past_due", "unpaid"],
    ["business", "unpaid", "unpaid"],
    ["pro", "canceled", "upgrade"],
    ["business", "active", "allowed"],
  ])("on the %s plan, %s: %s", async (plan, status, outcome) => {
    const { subscribe, feature, read } = await createOwnerWithItem();
    await subscribe(prices[plan], status);
    expect(await feature(true)).toBe(outcome === "allowed" ? "done" : outcome);
    expect(await read()).toMatchObject({ featured: outcome === "allowed" });
  });

  test("works on a price that is no longer sold", async () => {
    const { subscribe, feature } = await createOwnerWithItem();
    await subscribe("price_of_last_year", "active", products.pro);
    expect(await feature(true)).toBe("done");
  });

  test("does not work with a subscription to another product", async () => {
    const { subscribe, feature } = await createOwnerWithItem();
    await subscribe("price_of_something", "active", "prod_something");
    expect(await feature(true)).toBe("upgrade");
  });

  test("reports a deleted item to a subscriber", async () => {
    const { subscribe, feature, remove } = await createOwnerWithItem();
    await subscribe(prices.pro, "active");
    await remove();
    expect(await feature(true)).toBe("gone");
  });
});
