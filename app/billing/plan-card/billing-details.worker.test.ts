import { afterAll, describe, expect, test } from "vitest";
import { formatDated, type TextWithDates } from "~/ui/time/dated-text";
import {
  callStripeControl,
  createSubscriber,
  openRequest,
  type TestRequest,
  withFailingStripe,
} from "../../../tests/support/billing-world";
import { readSwitchCosts } from "../plan/switch-costs.server";
import { createStripe } from "../stripe/stripe.server";
import { readBillingDetails } from "./billing-details.server";

const platform = openRequest();
const stripe = createStripe(platform.config.stripe);
afterAll(() => platform.database.close());

const DAY_S = 86_400;
const DAY = String.raw`\w+ \d+(, \d{4})?`;

const written = (text: TextWithDates | null | undefined) => text && formatDated(text, "UTC");

async function detailsOf(
  { userId: id, customerId }: { userId: string; customerId: string },
  request: TestRequest = platform,
) {
  const details = await readBillingDetails(request, { id, stripeCustomerId: customerId });
  return details;
}

/** The details of somebody for whom Stripe answers. */
async function knownDetailsOf(person: { userId: string; customerId: string }) {
  const details = await detailsOf(person);
  if (details.state !== "known") throw new Error(`The details are ${details.state}`);
  return details;
}

describe("the details of a plan", () => {
  test("say what is charged next and when, to which card, and what was invoiced", async () => {
    const details = await knownDetailsOf(await createSubscriber(platform));
    expect(written(details.words.text)).toMatch(
      new RegExp(`^On the Pro plan, \\$250 a month. It renews on ${DAY}.$`),
    );
    expect(written(details.nextPayment)).toMatch(new RegExp(`^\\$250.00 on ${DAY}$`));
    expect(details.card).toBe("Visa ending in 4242");
    expect(details.invoices).toMatchObject([{ amount: "$250.00", status: "Paid", pdf: null }]);
    const page = await fetch(details.invoices[0]?.url ?? "");
    expect(await page.text()).toContain("$250.00");
  });

  test("of a trial name its end and the first charge", async () => {
    const details = await knownDetailsOf(await createSubscriber(platform, "pro", 14));
    expect(written(details.words.text)).toMatch(
      new RegExp(`^On the Pro trial until ${DAY}. Then \\$250 a month.$`),
    );
    expect(written(details.nextPayment)).toMatch(new RegExp(`^\\$250.00 on ${DAY}$`));
  });

  test("of a cancelled plan charge nothing more", async () => {
    const person = await createSubscriber(platform);
    await stripe.subscriptions.update(person.subscriptionId, { cancel_at_period_end: true });
    const details = await knownDetailsOf(person);
    expect(written(details.words.text)).toContain("It is canceled and will not renew.");
    expect(details.nextPayment).toBeNull();
  });

  test("of a failed payment name what is open, and when the card is tried again", async () => {
    const person = await createSubscriber(platform);
    const { customerId: customer } = person;
    await callStripeControl(platform, "decline", { on: true, customer });
    await callStripeControl(platform, "advance", { customer, seconds: 31 * DAY_S });
    const details = await knownDetailsOf(person);
    expect(details.words.isProblem).toBe(true);
    expect(details.nextPayment).toBeNull();
    expect(written(details.owed)).toMatch(
      new RegExp(`^\\$250.00; your card is tried again on ${DAY}$`),
    );
    expect(details.invoices[0]).toMatchObject({ amount: "$250.00", status: "To be paid" });
  });

  test("of two plans in one subscription tell no switch", async () => {
    const person = await createSubscriber(platform);
    const { prices } = platform.config.stripe;
    await stripe.subscriptions.update(person.subscriptionId, {
      items: [{ price: prices.starter }],
    });
    const details = await knownDetailsOf(person);
    expect(written(details.words.text)).toMatch(/^On the Pro plan, .* It renews on/);
  });

  test("of two subscriptions tell both", async () => {
    const person = await createSubscriber(platform);
    const { prices } = platform.config.stripe;
    const [card] = (await stripe.customers.listPaymentMethods(person.customerId)).data;
    await stripe.subscriptions.create({
      customer: person.customerId,
      default_payment_method: card?.id ?? "",
      items: [{ price: prices.starter }],
    });
    const details = await knownDetailsOf(person);
    const told = [details.words.text, ...details.others].map((text) => written(text));
    expect(told.toSorted()).toEqual([
      expect.stringMatching(/^On the Pro plan, \$250 a month. It renews on/),
      expect.stringMatching(/^On the Starter plan, \$40 a month. It renews on/),
    ]);
  });

  test("of an ended plan keep the invoices", async () => {
    const person = await createSubscriber(platform);
    await stripe.subscriptions.cancel(person.subscriptionId);
    const details = await knownDetailsOf(person);
    expect(written(details.words.text)).toBe("Your Pro plan has ended.");
    expect(details.nextPayment).toBeNull();
    expect(details.invoices).toHaveLength(1);
  });

  test("are none without a customer, and for one who was deleted at Stripe", async () => {
    const person = await createSubscriber(platform);
    await stripe.customers.del(person.customerId);
    expect(await detailsOf(person)).toEqual({ state: "none" });
    const details = await readBillingDetails(platform, {
      id: person.userId,
      stripeCustomerId: null,
    });
    expect(details).toEqual({ state: "none" });
  });

  test("name the card that the customer has on file, where the subscription names none", async () => {
    const person = await createSubscriber(platform);
    const { customerId, subscriptionId } = person;
    const [card] = (await stripe.customers.listPaymentMethods(customerId)).data;
    await stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: card?.id ?? "" },
    });
    await stripe.subscriptions.update(subscriptionId, { default_payment_method: "" });
    expect((await knownDetailsOf(person)).card).toBe("Visa ending in 4242");
  });

  test.each([
    ["fails", 500, 2],
    ["has had enough of us", 429, 1],
    ["hangs up", "close", 2],
  ])("say so while Stripe %s", async (_, outcome, times) => {
    const person = await createSubscriber(platform);
    const path = `/v1/customers/${person.customerId}`;
    // The SDK tries again, but not where Stripe has had enough.
    await callStripeControl(platform, "faults", { path, outcome, times });
    const details = await detailsOf(person);
    expect(details).toMatchObject({ state: "unavailable" });
    expect(JSON.stringify(details)).toContain("can't show your next payment");
  });

  test("say so when Stripe does not answer within the time there is", async () => {
    const person = await createSubscriber(platform);
    const path = `/v1/customers/${person.customerId}`;
    await callStripeControl(platform, "faults", { path, hangMs: 6_000, times: 2 });
    expect(await detailsOf(person)).toMatchObject({ state: "unavailable" });
  });

  test("come with the second try", async () => {
    const person = await createSubscriber(platform);
    const path = `/v1/customers/${person.customerId}`;
    await callStripeControl(platform, "faults", { path, outcome: "close", times: 1 });
    expect(await detailsOf(person)).toMatchObject({ state: "known" });
  });

  test("say so with a key that Stripe does not know", async () => {
    const person = await createSubscriber(platform);
    expect(await detailsOf(person, withFailingStripe(platform))).toMatchObject({
      state: "unavailable",
    });
  });

  test("are not asked for more often than ten times a minute", async () => {
    const person = await createSubscriber(platform);
    const states: string[] = [];
    // More than twice the limit: a new minute may begin meanwhile.
    for (let count = 0; count < 21; count += 1) states.push((await detailsOf(person)).state);
    expect(states.at(0)).toBe("known");
    expect(states).toContain("unavailable");
  });
});

describe("the cost of a switch", () => {
  const idsOf = (person: Awaited<ReturnType<typeof createSubscriber>>) => ({
    id: person.userId,
    stripeCustomerId: person.customerId,
    stripeSubscriptionId: person.subscriptionId,
  });

  test("is what Stripe then invoices", async () => {
    const person = await createSubscriber(platform, "starter");
    const { customerId: customer, subscriptionId } = person;
    await callStripeControl(platform, "advance", { customer, seconds: 15 * DAY_S });
    const costs = await readSwitchCosts(platform, idsOf(person), ["pro", "business"]);
    expect(written(costs.business)).toMatch(
      new RegExp(`^\\$[\\d,.]+ today, then \\$1,900 a month from ${DAY}.$`),
    );
    const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data;
    await stripe.subscriptions.update(subscriptionId, {
      items: [{ id: item?.id ?? "", price: platform.config.stripe.prices.pro }],
      proration_behavior: "always_invoice",
    });
    const [invoice] = (await stripe.invoices.list({ customer, limit: 1 })).data;
    const promised = Number(/^\$([\d.]+) today/.exec(written(costs.pro) ?? "")?.[1]);
    // The clock has gone on by a second or two, at some 210 dollars a month.
    expect(promised - (invoice?.amount_due ?? 0) / 100).toBeLessThan(0.01);
    expect(promised).toBeGreaterThan(80);
  });

  test("is not told of another customer's subscription", async () => {
    const ann = await createSubscriber(platform, "starter");
    const ben = await createSubscriber(platform, "starter");
    const ids = { ...idsOf(ann), stripeSubscriptionId: ben.subscriptionId };
    expect(await readSwitchCosts(platform, ids, ["pro"])).toEqual({});
  });

  test("is left out while Stripe does not answer", async () => {
    const person = await createSubscriber(platform, "starter");
    expect(await readSwitchCosts(withFailingStripe(platform), idsOf(person), ["pro"])).toEqual({});
  });
});
