/**
 * Runs the Stripe code of nextjs/saas-starter: seeds the catalog, sells a plan to a team, handles the webhook, opens the
 * portal. Next.js and the database are replaced; nothing else.
 */
import { registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { check, pay } from "./checkout.ts";

/** The modules that its files import besides the SDK, and the exports that they use. */
const REPLACED: Readonly<Record<string, string>> = {
  "next/navigation":
    "export const redirect = (url) => { throw Object.assign(new Error(), { url }); };",
  "@/lib/auth/session": "export const hashPassword = async () => '';",
  "@/lib/db/schema": "export const Team = {};",
  "@/lib/db/queries": `export const getUser = async () => ({ id: 1 });
    export const getTeamByStripeCustomerId = async () => ({ id: 1 });
    export const updateTeamSubscription = async (_, values) => { globalThis.team = values; };`,
  "./schema": "export const users = {}, teams = {}, teamMembers = {};",
  "./drizzle": `const rows = { returning: async () => [{ id: 1 }] };
    export const db = { insert: () => ({ values: () => rows }) };`,
};

registerHooks({
  resolve(specifier, context, next) {
    const source = REPLACED[specifier];
    if (source === undefined) {
      return next(specifier === "../payments/stripe" ? `${specifier}.ts` : specifier, context);
    }
    const url = `data:text/javascript,${encodeURIComponent(source)}`;
    return { url, shortCircuit: true };
  },
});

const load = (file: string) => import(pathToFileURL(path.resolve(file)).href);
const payments = await load("lib/payments/stripe.ts");

/** The URL that `action` redirects to. */
async function getRedirect(action: () => Promise<unknown>): Promise<string> {
  try {
    await action();
  } catch (error) {
    if (error instanceof Error && "url" in error) return String(error.url);
    throw error;
  }
  throw new Error("No redirect");
}

// The seed ends the process when it is done.
const exited = new Promise((resolve) => {
  Object.defineProperty(process, "exit", { value: resolve });
});
await load("lib/db/seed.ts");
check((await exited) === 0, "the seed creates products and prices");

const products: { id: string; name: string }[] = await payments.getStripeProducts();
const prices: { id: string; productId: string; trialPeriodDays: number | null }[] =
  await payments.getStripePrices();
const base = products.find(({ name }) => name === "Base");
const price = prices.find(({ productId }) => productId === base?.id);
check(price?.trialPeriodDays === 7, "the pricing page lists a plan with its trial days");

const url = await getRedirect(() =>
  payments.createCheckoutSession({ team: { id: 1 }, priceId: price?.id }),
);
const success = await pay(url);
const session = await payments.stripe.checkout.sessions.retrieve(
  success.searchParams.get("session_id"),
  { expand: ["customer", "subscription"] },
);
const subscription = await payments.stripe.subscriptions.retrieve(session.subscription.id, {
  expand: ["items.data.price.product"],
});
check(subscription.status === "trialing", "a team buys a plan with a trial");

await payments.handleSubscriptionChange(subscription);
const { team } = globalThis as { team?: { subscriptionStatus?: string } };
check(team?.subscriptionStatus === "trialing", "the webhook handler stores the subscription");

const portal = await payments.createCustomerPortalSession({
  stripeCustomerId: session.customer.id,
  stripeProductId: subscription.items.data[0].price.product.id,
});
check((await fetch(portal.url)).ok, "the team opens the portal");
