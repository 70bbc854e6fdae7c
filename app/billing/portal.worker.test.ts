import { afterAll, expect, test } from "vitest";
import { createSubscriber, openRequest, readRow } from "../../tests/support/billing-world";
import { createPerson, openSession } from "../../tests/support/worker-world";
import { createPortalUrl } from "./portal.server";
import { createBillingContext, createStripe } from "./stripe/stripe.server";
import { syncCustomer } from "./sync/sync.server";

const platform = openRequest();
const stripe = createStripe(platform.config.stripe);
afterAll(() => platform.database.close());

const RETURN_URL = "http://localhost:8787/settings/general";

test("a subscriber gets a portal page that links to the return URL", async () => {
  const person = await createSubscriber(platform);
  await syncCustomer(await createBillingContext(platform), person.customerId);
  const url = await createPortalUrl(platform, await openSession(platform, person), RETURN_URL);
  const page = await (await fetch(url ?? "")).text();
  expect(page).toContain(`href="${RETURN_URL}"`);
});

test("a user without a customer gets none", async () => {
  const session = await openSession(platform, await createPerson(platform));
  expect(await createPortalUrl(platform, session, RETURN_URL)).toBeUndefined();
});

test("a user whose customer was deleted at Stripe gets none, and is unlinked", async () => {
  const person = await createSubscriber(platform);
  const { userId, customerId } = person;
  await syncCustomer(await createBillingContext(platform), customerId);
  await stripe.customers.del(customerId);
  const session = await openSession(platform, person);
  expect(await createPortalUrl(platform, session, RETURN_URL)).toBeUndefined();
  expect(await readRow(platform, userId)).toMatchObject({ stripeCustomerId: null });
});
