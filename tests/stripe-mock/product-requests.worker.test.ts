/** Records the Worker's requests to Stripe in a fixture, which `node tests/stripe-mock/replay.ts` replays. */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { users } from "#drizzle/schema";
import { cancelBilling } from "../../app/billing/cancel-for-deletion.server.ts";
import { startCheckout } from "../../app/billing/checkout/checkout.server.ts";
import { readBillingDetails } from "../../app/billing/details/billing-details.server.ts";
import { createPortalUrl } from "../../app/billing/portal.server.ts";
import {
  callStripeControl,
  openRequest,
  payCheckout,
  readRow,
  syncReturning,
} from "../support/worker/billing.ts";
import { createPerson, openSession } from "../support/worker/fixtures.ts";
import { type RecordedRequest, recordRequest, toFixture } from "./recorded-request.ts";

test("the product sends the requests of the fixture (renew it with `vitest run -u`)", async () => {
  await using platform = openRequest();
  const { apiUrl, prices } = platform.config.stripe;
  const sent: RecordedRequest[] = [];
  const realFetch = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { method, url } = new Request(input, init);
    const { origin, pathname, search } = new URL(url);
    if (origin === new URL(apiUrl ?? "").origin && pathname.startsWith("/v1/")) {
      const body = typeof init?.body === "string" ? init.body : search;
      sent.push(recordRequest(method, pathname, body));
    }
    return realFetch(input, init);
  });

  const session = await openSession(platform, await createPerson(platform));
  const { userId } = session;
  const buy = async (planId: "starter" | "pro") => {
    const purchase = {
      planId,
      priceId: prices[planId],
      successUrl: "https://www.example.com/dashboard?paid=true",
      cancelUrl: "https://www.example.com/pricing",
    };
    const result = await startCheckout(platform, session, purchase, "api");
    if (!result.ok) throw new Error(result.error);
    return result.value;
  };
  await buy("starter");
  await payCheckout(await buy("pro"));
  await syncReturning(platform, session);
  const database = await platform.database.get();
  await database.update(users).set({ name: "Ann Example" }).where(eq(users.id, userId));
  await syncReturning(platform, session);
  const { stripeCustomerId, stripeSubscriptionId } = (await readRow(platform, userId)) ?? {};
  // The first charge, and the card that pays it.
  await callStripeControl(platform, "advance", {
    customer: stripeCustomerId,
    seconds: 15 * 86_400,
  });
  await readBillingDetails(platform, { id: userId, stripeCustomerId });
  const subscriptionId = stripeSubscriptionId ?? "";
  const customerId = stripeCustomerId ?? "";
  const returnUrl = "https://www.example.com/settings/general";
  await createPortalUrl(platform, customerId, returnUrl);
  for (const type of ["card", "cancel", "business"] as const) {
    const flow = { type, subscription: subscriptionId };
    await createPortalUrl(platform, customerId, returnUrl, flow);
  }
  await cancelBilling(platform, userId);
  vi.restoreAllMocks();

  await expect(toFixture(sent)).toMatchFileSnapshot("./product-requests.jsonl");
});
