/** What the drivers share: a browser that pays, and the local Stripe's address. */
export const STRIPE_URL = process.env.STRIPE_URL ?? "";

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
