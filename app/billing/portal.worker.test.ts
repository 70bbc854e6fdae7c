import { afterAll, expect, test } from "vitest";
import { createSubscriber, openRequest, readRow } from "../../tests/support/billing-world";
import { createPortalUrl } from "./portal.server";
import { createBillingContext, createStripe } from "./stripe/stripe.server";
import { syncCustomer } from "./sync/sync.server";

const platform = openRequest();
const stripe = createStripe(platform.config.stripe);
afterAll(() => platform.database.close());

const RETURN_URL = "http://localhost:8787/settings/general";

test("a subscriber gets a portal page that links to the return URL", async () => {
  const { customerId } = await createSubscriber(platform);
  const url = await createPortalUrl(platform, customerId, RETURN_URL);
  const page = await (await fetch(url ?? "")).text();
  expect(page).toContain(`href="${RETURN_URL}"`);
});

test("a user whose customer was deleted at Stripe gets none, and is unlinked", async () => {
  const { userId, customerId } = await createSubscriber(platform);
  await syncCustomer(await createBillingContext(platform), customerId);
  await stripe.customers.del(customerId);
  expect(await createPortalUrl(platform, customerId, RETURN_URL)).toBeUndefined();
  expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId: null });
});
