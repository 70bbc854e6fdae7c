import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { customers, items } from "#drizzle/schema";
import { createPerson, openPlatform } from "../../tests/support/worker-world.ts";
import { createItem, deleteItem, renameItem, setItemFeatured } from "./items.server.ts";

const platform = openPlatform();
const { prices } = platform.config.stripe;
afterAll(() => platform.database.close());

async function createOwnerWithItem() {
  const database = await platform.database.get();
  const { userId: owner } = await createPerson(platform);
  await createItem(database, owner, "First");
  const [item] = await database.select().from(items).where(eq(items.owner, owner));
  if (!item) throw new Error("The item was not stored");
  const read = async () => (await database.select().from(items).where(eq(items.id, item.id)))[0];
  const subscribe = (stripePriceId: string, stripeSubscriptionStatus: string) =>
    database.insert(customers).values({ userId: owner, stripePriceId, stripeSubscriptionStatus });
  const feature = (featured: boolean) =>
    setItemFeatured(database, { owner, id: item.id, featured, prices });
  return { database, owner, id: item.id, read, subscribe, feature };
}

describe("an item", () => {
  test("starts unfeatured", async () => {
    const { read } = await createOwnerWithItem();
    expect(await read()).toMatchObject({ name: "First", featured: false });
  });

  test("is renamed and deleted by its owner", async () => {
    const { database, owner, id, read } = await createOwnerWithItem();
    expect(await renameItem(database, owner, id, "Second")).toBe(true);
    expect(await read()).toMatchObject({ name: "Second" });
    expect(await deleteItem(database, owner, id)).toBe(true);
    expect(await read()).toBeUndefined();
  });

  test("does not exist for anyone else", async () => {
    const { database, id, read } = await createOwnerWithItem();
    const stranger = await createOwnerWithItem();
    await stranger.subscribe(prices.pro, "active");
    expect(await renameItem(database, stranger.owner, id, "Mine")).toBe(false);
    expect(await deleteItem(database, stranger.owner, id)).toBe(false);
    const theft = { owner: stranger.owner, id, featured: true, prices };
    expect(await setItemFeatured(database, theft)).toBe(false);
    expect(await read()).toMatchObject({ name: "First", featured: false });
  });

  test("cannot be featured without a plan", async () => {
    const { feature, read } = await createOwnerWithItem();
    expect(await feature(true)).toBe(false);
    expect(await read()).toMatchObject({ featured: false });
  });

  test.each<["starter" | "pro" | "business", string, boolean]>([
    ["starter", "active", false],
    ["pro", "active", true],
    ["pro", "trialing", true],
    ["pro", "past_due", false],
    ["pro", "canceled", false],
    ["business", "active", true],
  ])("on the %s plan, %s, may be featured: %s", async (plan, status, allowed) => {
    const { subscribe, feature, read } = await createOwnerWithItem();
    await subscribe(prices[plan], status);
    expect(await feature(true)).toBe(allowed);
    expect(await read()).toMatchObject({ featured: allowed });
  });
});
