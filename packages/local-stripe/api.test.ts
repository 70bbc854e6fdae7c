import { describe, expect, test } from "vitest";
import { catchStripeError, createStripeClient, SECRET_KEY, startFixture } from "./testing.ts";

const AUTHORIZED = { authorization: `Bearer ${SECRET_KEY}` };

describe("API requests", () => {
  test("require the secret key", async () => {
    await using fixture = await startFixture();
    const error = await catchStripeError(
      createStripeClient(fixture.url, "sk_test_other1234").customers.list(),
    );
    expect(error).toMatchObject({ statusCode: 401, type: "StripeAuthenticationError" });
    expect(error.message).toBe("Invalid API Key provided: sk_test_*****1234");
    const basic = `Basic ${btoa(`${SECRET_KEY}:`)}`;
    const asCurl = await fetch(`${fixture.url}/v1/customers`, {
      headers: { authorization: basic },
    });
    expect(asCurl.status).toBe(200);
    const bare = await fetch(`${fixture.url}/v1/customers`);
    expect(bare.status).toBe(401);
    expect(await bare.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  test.each(["/v1/charges", "/v1/customers/search?query=email:'a'", "/v1/invoices/in_1"])(
    "return 404 for the unsupported URL %s",
    async (url) => {
      await using fixture = await startFixture();
      const response = await fetch(`${fixture.url}${url}`, { headers: AUTHORIZED });
      expect(response.status).toBe(404);
      const message = `Unrecognized request URL (GET: ${url.split("?")[0]})`;
      expect(await response.json()).toMatchObject({
        error: { message: expect.stringContaining(message) },
      });
    },
  );

  test("return 400 for parameters unknown to Stripe", async () => {
    await using fixture = await startFixture();
    const response = await fetch(`${fixture.url}/v1/customers`, {
      method: "POST",
      headers: AUTHORIZED,
      body: new URLSearchParams({ email: "a@example.com", color: "red" }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        code: "parameter_unknown",
        message: "Received unknown parameter: color",
        param: "color",
        doc_url: "https://stripe.com/docs/error-codes/parameter-unknown",
      },
    });
  });

  test.each([["/v1/checkout/sessions", "line_items[0][price_data][currency]", "usd"]])(
    "to %s report that the emulator does not support %s",
    async (path, name, value) => {
      await using fixture = await startFixture();
      const response = await fetch(`${fixture.url}${path}`, {
        method: "POST",
        headers: AUTHORIZED,
        body: new URLSearchParams({ [name]: value }),
      });
      const param = name.replace("[currency]", "");
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { message: `The local Stripe does not support the parameter ${param}.`, param },
      });
    },
  );
});

describe("idempotency keys", () => {
  test("replay the first response without repeating the request", async () => {
    await using fixture = await startFixture();
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
    expect(await catchStripeError(create("bob@example.com"))).toMatchObject({
      statusCode: 400,
      type: "StripeIdempotencyError",
    });
  });

  test("return 409 while the first request is in progress", async () => {
    await using fixture = await startFixture();
    fixture.control.addFault({ path: "/v1/customers", hangMs: 400 });
    const create = () => fixture.stripe.customers.create({}, { idempotencyKey: "key-1" });
    const slow = create();
    await expect.poll(() => fixture.control.status().faults).toEqual([]);
    expect(await catchStripeError(create())).toMatchObject({
      statusCode: 409,
      code: "idempotency_key_in_use",
    });
    const { id } = await slow;
    expect((await create()).id).toBe(id);
  });
});
