/** Customers, products and prices. */
import { describe, expect, test } from "vitest";
import { catchStripeError, PRICES, startFixture } from "./testing.ts";

describe("customers", () => {
  test("are created, updated, listed by email, and deleted", async () => {
    await using fixture = await startFixture();
    const { customers } = fixture.stripe;
    const created = await customers.create({
      email: "ann@example.com",
      name: "Ann",
      metadata: { userId: "user-1", old: "yes" },
    });
    expect(created).toMatchObject({ object: "customer", livemode: false, description: null });
    const updated = await customers.update(created.id, {
      name: "",
      metadata: { old: "", plan: "pro" },
    });
    expect(updated).toMatchObject({ name: null, metadata: { userId: "user-1", plan: "pro" } });
    expect((await customers.list({ email: "ann@example.com" })).data).toHaveLength(1);
    expect((await customers.list({ email: "bob@example.com" })).data).toHaveLength(0);
    expect(await customers.del(created.id)).toMatchObject({ id: created.id, deleted: true });
    const gone = await customers.retrieve(created.id);
    expect(gone).toMatchObject({ id: created.id, object: "customer", deleted: true });
    expect(gone.lastResponse.statusCode).toBe(200);
    expect((await customers.list()).data).toEqual([]);
    expect(await catchStripeError(customers.update(created.id, { name: "x" }))).toMatchObject({
      code: "resource_missing",
    });
    expect(fixture.control.events().map(({ type }) => type)).toEqual([
      "customer.created",
      "customer.updated",
      "customer.deleted",
    ]);
  });
});

describe("the catalog", () => {
  test("lists prices by lookup key", async () => {
    await using fixture = await startFixture();
    const { data } = await fixture.stripe.prices.list({
      lookup_keys: ["starter_monthly", "business_monthly"],
      active: true,
      expand: ["data.product"],
    });
    expect(
      data.map(({ id, unit_amount, product }) => [
        id,
        unit_amount,
        typeof product === "object" && "name" in product && product.name,
      ]),
    ).toEqual([
      [PRICES.business, 190_000, "Business"],
      [PRICES.starter, 4_000, "Starter"],
    ]);
    const price = await fixture.stripe.prices.retrieve(PRICES.pro);
    expect(price).toMatchObject({ currency: "usd", recurring: { interval: "month" } });
    expect(price.unit_amount_decimal?.toString()).toBe("25000");
    expect((await fixture.stripe.products.list()).data).toHaveLength(3);
    expect(await fixture.stripe.products.retrieve("prod_local_pro")).toMatchObject({ name: "Pro" });
  });
});

describe("catalog changes", () => {
  test("products and prices are created through the API, with custom product ids", async () => {
    await using fixture = await startFixture({ prices: [] });
    const { prices, products } = fixture.stripe;
    await products.create({ id: "plan_pro", name: "Pro" });
    const price = await prices.create({
      product: "plan_pro",
      currency: "usd",
      unit_amount: 1_000,
      recurring: { interval: "year" },
      lookup_key: "pro_yearly",
    });
    expect(price).toMatchObject({ product: "plan_pro", unit_amount: 1_000, active: true });
    expect((await prices.list({ lookup_keys: ["pro_yearly"] })).data).toHaveLength(1);
    expect(await products.update("plan_pro", { name: "Pro plan" })).toMatchObject({
      name: "Pro plan",
    });
    const again = await catchStripeError(products.create({ id: "plan_pro", name: "Pro" }));
    expect(again).toMatchObject({ code: "resource_already_exists", param: "id" });
  });

  test("a lookup key moves to another price only with transfer_lookup_key", async () => {
    await using fixture = await startFixture();
    const { prices } = fixture.stripe;
    const order = {
      product: "prod_local_pro",
      currency: "usd",
      unit_amount: 30_000,
      recurring: { interval: "month" },
      lookup_key: "pro_monthly",
    } as const;
    expect(await catchStripeError(prices.create(order))).toMatchObject({ param: "lookup_key" });
    const created = await prices.create({ ...order, transfer_lookup_key: true });
    const { data } = await prices.list({ lookup_keys: ["pro_monthly"] });
    expect(data.map(({ id }) => id)).toEqual([created.id]);
    expect(await prices.retrieve(PRICES.pro)).toMatchObject({ lookup_key: null });
  });
});
