import fc from "fast-check";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { parseForm } from "./form-encoding.ts";

test("numeric keys that do not start at 0 stay object keys", () => {
  expect(parseForm("metadata[7]=x")).toEqual({ metadata: { 7: "x" } });
});

test("names of built-in properties are ordinary keys", () => {
  const form = parseForm("__proto__[admin]=1&constructor=x");
  expect(Object.keys(form)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(form)).toBe(Object.prototype);
});

/** The request body that the Stripe SDK sends for a customer with `metadata` and `description`. */
async function bodyFromSdk(fields: Stripe.CustomerCreateParams): Promise<string> {
  let sent = "";
  const record: typeof fetch = async (_, init) => {
    sent = String(init?.body);
    return Response.json({ id: "cus_1", object: "customer" });
  };
  const stripe = new Stripe("sk_test_x", { httpClient: Stripe.createFetchHttpClient(record) });
  await stripe.customers.create(fields);
  return sent;
}

test("decodes what the SDK encodes", async () => {
  const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
  const name = word.filter((text) => !/[[\]]|^\d+$/.test(text));
  const fields = fc.record({
    description: word,
    preferred_locales: fc.array(word, { minLength: 1, maxLength: 4 }),
    metadata: fc.dictionary(name, word, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  });
  await fc.assert(
    fc.asyncProperty(fields, async (each) => {
      expect(parseForm(await bodyFromSdk(each))).toEqual(each);
    }),
  );
});
