/** What the drivers share: a browser that pays, and calls of the local Stripe. */
import * as v from "valibot";

export const STRIPE_URL = process.env.STRIPE_URL ?? "";

/** Posts parameters to Stripe's API; returns the object's id. */
async function post(path: string, parameters: Record<string, string>): Promise<string> {
  const response = await fetch(`${STRIPE_URL}/v1/${path}`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_local" },
    body: new URLSearchParams(parameters),
  });
  return v.parse(v.object({ id: v.string() }), await response.json()).id;
}

/** Creates a product with a monthly price; returns the price's id. */
export async function createPrice(name: string, more: Record<string, string>): Promise<string> {
  const product = await post("products", { name });
  const recurring = { currency: "usd", "recurring[interval]": "month" };
  return post("prices", { product, ...recurring, nickname: name, ...more });
}

/** Pays on a Checkout page; returns the URL that the page redirects to. Throws when it does not. */
export async function pay(url: string): Promise<URL> {
  const response = await fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      email: "ann@example.com",
      cardNumber: "4242 4242 4242 4242",
      expiry: "12 / 40",
      cvc: "123",
      name: "Ann Example",
    }),
  });
  const location = response.headers.get("location");
  if (location === null) throw new Error(`Checkout: ${response.status} ${await response.text()}`);
  return new URL(location);
}

/** Fails the run unless `isTrue`. */
export function check(isTrue: boolean, promise: string): void {
  if (!isTrue) throw new Error(`Not true: ${promise}`);
  process.stdout.write(`  ${promise}\n`);
}
