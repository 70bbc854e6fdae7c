import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import {
  connect,
  openCheckout,
  PRICES,
  SECRET_KEY,
  start,
  stripeError,
  subscribe,
} from "./testing.ts";

const AUTHORIZED = { authorization: `Bearer ${SECRET_KEY}` };

describe("every call", () => {
  test("needs the one secret key", async () => {
    await using fixture = await start();
    const error = await stripeError(connect(fixture.url, "sk_test_other1234").customers.list());
    expect(error).toMatchObject({ statusCode: 401, type: "StripeAuthenticationError" });
    expect(error.message).toBe("Invalid API Key provided: sk_test_*****1234");
    const bare = await fetch(`${fixture.url}/v1/customers`);
    expect(bare.status).toBe(401);
    expect(await bare.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  test("answers with a request id and the API version of the SDK", async () => {
    await using fixture = await start();
    const response = await fetch(`${fixture.url}/v1/customers`, { headers: AUTHORIZED });
    expect(response.headers.get("request-id")).toMatch(/^req_\w{14}$/);
    expect(response.headers.get("stripe-version")).toBe(Stripe.API_VERSION);
    const other = { ...AUTHORIZED, "stripe-version": "2020-01-01" };
    expect((await fetch(`${fixture.url}/v1/customers`, { headers: other })).status).toBe(400);
  });

  test("is refused when nothing is at its URL", async () => {
    await using fixture = await start();
    const response = await fetch(`${fixture.url}/v1/charges`, { headers: AUTHORIZED });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringMatching(/^Unrecognized request URL \(GET: \/v1\/charges\)/) },
    });
  });

  test("is refused for parameters that Stripe does not know", async () => {
    await using fixture = await start();
    const response = await fetch(`${fixture.url}/v1/customers`, {
      method: "POST",
      headers: AUTHORIZED,
      body: new URLSearchParams({ email: "a@example.com", colour: "red" }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code: "parameter_unknown",
        message: "Received unknown parameter: colour",
        param: "colour",
        doc_url: "https://stripe.com/docs/error-codes/parameter-unknown",
      },
    });
  });

  test.each([
    ["/v1/customers", "balance", "1"],
    ["/v1/checkout/sessions", "line_items[0][price_data][currency]", "usd"],
    ["/v1/subscriptions/sub_1", "collection_method", "send_invoice"],
  ])("of %s says when only the local Stripe does not take %s", async (path, name, value) => {
    await using fixture = await start();
    const response = await fetch(`${fixture.url}${path}`, {
      method: "POST",
      headers: AUTHORIZED,
      body: new URLSearchParams({ [name]: value }),
    });
    const param = name.replace("[currency]", "");
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: `The local Stripe does not take the parameter ${param}.`, param },
    });
  });

  test.each([
    ["customer", (stripe: Stripe) => stripe.customers.retrieve("none")],
    ["subscription", (stripe: Stripe) => stripe.subscriptions.retrieve("none")],
    ["checkout.session", (stripe: Stripe) => stripe.checkout.sessions.retrieve("none")],
    ["price", (stripe: Stripe) => stripe.prices.retrieve("none")],
    ["product", (stripe: Stripe) => stripe.products.retrieve("none")],
    ["invoice", (stripe: Stripe) => stripe.invoices.retrieve("none")],
    ["event", (stripe: Stripe) => stripe.events.retrieve("none")],
    ["PaymentMethod", (stripe: Stripe) => stripe.paymentMethods.retrieve("none")],
    ["webhook endpoint", (stripe: Stripe) => stripe.webhookEndpoints.retrieve("none")],
    ["configuration", (stripe: Stripe) => stripe.billingPortal.configurations.retrieve("none")],
  ] as const)("names a missing %s", async (kind, call) => {
    await using fixture = await start();
    expect(await stripeError(call(fixture.stripe))).toMatchObject({
      statusCode: 404,
      code: "resource_missing",
      message: `No such ${kind}: 'none'`,
    });
  });
});

describe("an idempotency key", () => {
  test("gets the first answer again, and nothing is done twice", async () => {
    await using fixture = await start();
    const create = (email: string) =>
      fixture.stripe.customers.create({ email }, { idempotencyKey: "key-1" });
    const first = await create("ann@example.com");
    const second = await create("ann@example.com");
    expect(second.id).toBe(first.id);
    expect(Object.fromEntries(new Headers(second.lastResponse.headers))).toMatchObject({
      "idempotent-replayed": "true",
      "idempotency-key": "key-1",
      "original-request": first.lastResponse.requestId,
    });
    expect((await fixture.stripe.customers.list()).data).toHaveLength(1);
    expect(await stripeError(create("bob@example.com"))).toMatchObject({
      statusCode: 400,
      type: "StripeIdempotencyError",
    });
  });

  test("belongs to one endpoint", async () => {
    await using fixture = await start();
    const options = { idempotencyKey: "key-1" };
    const customer = await fixture.stripe.customers.create({}, options);
    const error = await stripeError(fixture.stripe.customers.update(customer.id, {}, options));
    expect(error.message).toContain(`('/v1/customers' vs '/v1/customers/${customer.id}')`);
  });

  test("is refused while its first request is still at work", async () => {
    await using fixture = await start();
    fixture.control.addFault({ path: "/v1/customers", hangMs: 400 });
    const create = () => fixture.stripe.customers.create({}, { idempotencyKey: "key-1" });
    const slow = create();
    await expect.poll(() => fixture.control.status().faults).toEqual([]);
    expect(await stripeError(create())).toMatchObject({
      statusCode: 409,
      code: "idempotency_key_in_use",
    });
    const { id } = await slow;
    expect((await create()).id).toBe(id);
  });

  test("stays free when the parameters were wrong, and keeps an error of the work", async () => {
    await using fixture = await start();
    const options = { idempotencyKey: "key-1" };
    await stripeError(
      fixture.stripe.customers.create({ metadata: { ["x".repeat(41)]: "long" } }, options),
    );
    const good = await fixture.stripe.customers.create({ email: "ann@example.com" }, options);
    expect(good.email).toBe("ann@example.com");

    const portal = () =>
      fixture.stripe.billingPortal.sessions.create(
        { customer: "cus_none" },
        { idempotencyKey: "key-2" },
      );
    await stripeError(portal());
    const again = await stripeError(portal());
    expect(again.headers?.["idempotent-replayed"]).toBe("true");
  });
});

describe("a list", () => {
  test("comes newest first, in pages", async () => {
    await using fixture = await start();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      ids.unshift((await fixture.stripe.customers.create()).id);
    }
    const first = await fixture.stripe.customers.list({ limit: 2 });
    expect(first).toMatchObject({ object: "list", url: "/v1/customers", has_more: true });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const last = await fixture.stripe.customers.list({ limit: 3, starting_after: ids[1] });
    expect(last.has_more).toBe(false);
    expect(last.data.map(({ id }) => id)).toEqual(ids.slice(2));
    const back = await fixture.stripe.customers.list({ limit: 2, ending_before: ids[3] });
    expect(back.has_more).toBe(true);
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(1, 3));
    const all = await fixture.stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 99 });
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  test("has 10 entries unless told, 100 at most, and knows its cursor", async () => {
    await using fixture = await start();
    for (let count = 0; count < 11; count += 1) await fixture.stripe.customers.create();
    expect((await fixture.stripe.customers.list()).data).toHaveLength(10);
    expect(await stripeError(fixture.stripe.customers.list({ limit: 101 }))).toMatchObject({
      statusCode: 400,
      param: "limit",
    });
    expect(
      await stripeError(fixture.stripe.customers.list({ starting_after: "cus_none" })),
    ).toMatchObject({ code: "resource_missing", param: "starting_after" });
  });
});

describe("expand", () => {
  test("fills in objects along the way, in lists too", async () => {
    await using fixture = await start();
    const { id } = await subscribe(fixture);
    const one = await fixture.stripe.subscriptions.retrieve(id, {
      expand: ["customer", "latest_invoice", "default_payment_method", "items.data.price.product"],
    });
    expect(one).toMatchObject({
      customer: { object: "customer", email: "ann@example.com" },
      latest_invoice: { object: "invoice" },
      default_payment_method: { card: { last4: "4242" } },
      items: { data: [{ price: { product: { name: "Pro" } } }] },
    });
    const list = await fixture.stripe.subscriptions.list({ expand: ["data.customer"] });
    expect(list.data[0]?.customer).toMatchObject({ object: "customer" });
  });

  test("adds what is only there on request", async () => {
    await using fixture = await start();
    const { id, customer } = await subscribe(fixture);
    const { customers } = fixture.stripe;
    const found = await customers.retrieve(String(customer), { expand: ["subscriptions"] });
    expect(found).toMatchObject({ subscriptions: { data: [{ id }] } });
  });

  test("leaves nothing as nothing and refuses what cannot be filled in", async () => {
    await using fixture = await start();
    const session = await openCheckout(fixture.stripe, { expand: ["subscription"] });
    expect(session.subscription).toBeNull();
    const retrieve = (expand: string[]) =>
      stripeError(fixture.stripe.checkout.sessions.retrieve(session.id, { expand }));
    expect((await retrieve(["status"])).message).toBe("This property cannot be expanded (status).");
    expect((await retrieve(["constructor"])).statusCode).toBe(400);
    expect((await retrieve(["a.b.c.d.e"])).statusCode).toBe(400);
  });
});

describe("customers", () => {
  test("are created, changed, found by e-mail and deleted", async () => {
    await using fixture = await start();
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
    expect(await stripeError(customers.update(created.id, { name: "x" }))).toMatchObject({
      code: "resource_missing",
    });
    expect(fixture.control.events().map(({ type }) => type)).toEqual([
      "customer.created",
      "customer.updated",
      "customer.deleted",
    ]);
  });

  test("take their subscriptions with them", async () => {
    await using fixture = await start();
    const { id, customer } = await subscribe(fixture);
    await fixture.stripe.customers.del(String(customer));
    expect(await fixture.stripe.subscriptions.retrieve(id)).toMatchObject({ status: "canceled" });
  });

  test("list their cards", async () => {
    await using fixture = await start();
    const { customer } = await subscribe(fixture);
    const cards = await fixture.stripe.customers.listPaymentMethods(String(customer));
    expect(cards.data).toMatchObject([{ type: "card", card: { brand: "visa", last4: "4242" } }]);
  });
});

describe("the catalogue", () => {
  test("has one monthly price per plan, found by lookup key", async () => {
    await using fixture = await start();
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

  test("can be another one", async () => {
    const price = {
      id: "price_yearly",
      product: "prod_yearly",
      productName: "Yearly",
      lookupKey: null,
      unitAmount: 99_900,
      currency: "eur",
      interval: "year",
    } as const;
    await using fixture = await start({ prices: [price] });
    expect((await fixture.stripe.prices.list()).data.map(({ id }) => id)).toEqual([price.id]);
  });
});

describe("selling something new", () => {
  test("a product and its prices are made over the API, and the product keeps its id", async () => {
    await using fixture = await start({ prices: [] });
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
    const again = await stripeError(products.create({ id: "plan_pro", name: "Pro" }));
    expect(again).toMatchObject({ code: "resource_already_exists", param: "id" });
  });

  test("a lookup key goes over to a new price only when asked to", async () => {
    await using fixture = await start();
    const { prices } = fixture.stripe;
    const order = {
      product: "prod_local_pro",
      currency: "usd",
      unit_amount: 30_000,
      recurring: { interval: "month" },
      lookup_key: "pro_monthly",
    } as const;
    expect(await stripeError(prices.create(order))).toMatchObject({ param: "lookup_key" });
    const created = await prices.create({ ...order, transfer_lookup_key: true });
    const { data } = await prices.list({ lookup_keys: ["pro_monthly"] });
    expect(data.map(({ id }) => id)).toEqual([created.id]);
    expect(await prices.retrieve(PRICES.pro)).toMatchObject({ lookup_key: null });
  });

  test("a price that is no longer active is not sold, and stays with who has it", async () => {
    await using fixture = await start();
    const { id } = await subscribe(fixture);
    await fixture.stripe.prices.update(PRICES.pro, { active: false });
    expect(await stripeError(openCheckout(fixture.stripe))).toMatchObject({
      param: "line_items[0][price]",
    });
    const kept = await fixture.stripe.subscriptions.update(id, { metadata: { note: "kept" } });
    expect(kept.items.data[0]?.price.id).toBe(PRICES.pro);
  });
});

test("the same seed makes the same ids", async () => {
  const ids = async (seed?: number) => {
    await using fixture = await start(seed === undefined ? {} : { seed });
    return (await fixture.stripe.customers.create()).id;
  };
  expect(await ids(1)).toBe(await ids(1));
  expect(await ids(1)).not.toBe(await ids(2));
  expect(await ids()).not.toBe(await ids());
});
