import type Stripe from "stripe";
import * as v from "valibot";
import { expect, test } from "vitest";
import { StripeError } from "./errors.ts";
import { parseForm } from "./form-encoding.ts";
import * as p from "./parameters.ts";

const Params = v.strictObject({
  mode: v.optional(p.oneOf("payment", "setup", "subscription")),
  quantity: v.optional(p.integer),
  active: v.optional(p.boolean),
  name: p.text,
  items: v.optional(v.array(v.strictObject({ price: p.text }))),
});

function parseError(form: string): unknown {
  try {
    p.parseParameters(Params, parseForm(form));
  } catch (error) {
    if (error instanceof StripeError) return error.body;
    throw error;
  }
  throw new Error("Expected an error");
}

test("text is converted to numbers, booleans, and enums", () => {
  expect(p.parseParameters(Params, parseForm("name=x&quantity=3&active=false&mode=setup"))).toEqual(
    {
      name: "x",
      quantity: 3,
      active: false,
      mode: "setup",
    },
  );
});

test.each([
  [
    "name=x&foo=1",
    { message: "Received unknown parameter: foo", param: "foo", code: "parameter_unknown" },
  ],
  [
    "name=x&items[0][price]=a&items[0][cost]=2",
    { message: "Received unknown parameter: items[0][cost]", param: "items[0][cost]" },
  ],
  [
    "quantity=1",
    { message: "Missing required param: name.", param: "name", code: "parameter_missing" },
  ],
  ["name=x&items[0][x]=", { code: "parameter_unknown" }],
  ["name=x&quantity=two", { message: "Invalid integer: two", code: "parameter_invalid_integer" }],
  ["name=x&active=yes", { message: "Invalid boolean: yes", param: "active" }],
  ["name=x&mode=gift", { message: "Invalid mode: must be one of payment, setup, or subscription" }],
  ["name=x&items=none", { param: "items" }],
])("%s is rejected with Stripe's error", (form, body) => {
  expect(parseError(form)).toMatchObject({ type: "invalid_request_error", ...body });
});

test("metadata keeps other keys, drops empty ones, and is cleared by an empty string", () => {
  const stored = { a: "1", b: "2" };
  expect(p.mergeMetadata(stored, { b: "", c: "3" })).toEqual({ a: "1", c: "3" });
  expect(p.mergeMetadata(stored, "")).toEqual({});
  expect(p.mergeMetadata(stored, undefined)).toBe(stored);
});

test("the compiler rejects parameters and values unknown to the SDK", () => {
  const known = { email: v.optional(p.text) } satisfies p.Entries<Stripe.CustomerCreateParams>;
  // @ts-expect-error: unknown parameter
  const unknown = { e_mail: p.text } satisfies p.Entries<Stripe.CustomerCreateParams>;
  // @ts-expect-error: unknown mode
  const value = { mode: p.oneOf("gift") } satisfies p.Entries<Stripe.Checkout.SessionCreateParams>;
  // @ts-expect-error: expected a number
  const kind = { expires_at: p.text } satisfies p.Entries<Stripe.Checkout.SessionCreateParams>;
  expect([known, unknown, value, kind]).toHaveLength(4);
});
