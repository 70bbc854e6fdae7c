/** Customers, products and prices. */
import { describe, expect, test } from "vitest";
import { catchStripeError, startFixture } from "./testing.ts";

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
