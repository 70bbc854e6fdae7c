/** What public reports show of Stripe: the page's sentence, from the row that a sync wrote. */
import { describe, expect, test, vi } from "vitest";
import type { PlanId } from "~/content/plans";
import { settingsFlash } from "~/navigation/flash.server";
import { formatDatedText } from "~/ui/time/dated-text";
import { escapeRegExp, PERIOD_DAYS, PLAN_NAMES, PRICES } from "../../../tests/support/plans";
import {
  callStripeControl,
  createSubscriber,
  openBilling,
  openRequest,
  payCheckout,
  readReturning,
  readRow,
} from "../../../tests/support/worker/billing";
import { createPerson, openSession } from "../../../tests/support/worker/fixtures";
import { buildSessionParams } from "../checkout/checkout-session.server";
import { viewSubscription } from "../plan/subscription-view.server";
import { formatAmount } from "../stripe/money";
import { completePortalReturn } from "./plan-return.server";
import { createPortalUrl, openBilling as openPortal } from "./portal.server";
import { stripeVisit } from "./return-cookies.server";

const { platform, stripe, prices, sync, createSynced, createPurchase } = openBilling();

const DAY_S = 86_400;
const PLAN = `${PLAN_NAMES.pro} plan`;
const YOU = `You’re on the ${PLAN}`;

type Subscriber = Awaited<ReturnType<typeof createSubscriber>>;

const override = (id: string, fields: object) =>
  callStripeControl(platform, "override", { id, fields });
const advance = (customer: string, days: number) =>
  callStripeControl(platform, "advance", { customer, seconds: days * DAY_S });

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

const MASTERCARD = {
  cardNumber: "5555555555554444",
  expiry: "12 / 40",
  cvc: "123",
  name: "Ann",
};

/** Buys Pro, which takes 20 percent off, at a checkout as docs/recipes.md changes it. */
async function redeemCode(duration: "forever" | "once", hasHadTrial = true): Promise<Subscriber> {
  const person = await createPerson(platform);
  const { userId, email } = person;
  const { id: coupon } = await stripe.coupons.create({ percent_off: 20, duration });
  const code = `FRIENDS${userId.slice(0, 8)}`;
  await stripe.promotionCodes.create({ code, promotion: { type: "coupon", coupon } });
  const { id: stripeCustomerId } = await stripe.customers.create({ email, metadata: { userId } });
  const session = await stripe.checkout.sessions.create({
    ...buildSessionParams(createPurchase(), { userId, stripeCustomerId, hasHadTrial }),
    allow_promotion_codes: true,
  });
  await submit(`${session.url}/promotion`, { code });
  await payCheckout(session);
  const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
  return { ...person, customerId: stripeCustomerId, subscriptionId: String(subscription) };
}

async function failRenewal({ customerId: customer }: Subscriber, plan: PlanId = "pro") {
  await callStripeControl(platform, "decline", { on: true, customer });
  await advance(customer, PERIOD_DAYS[plan]);
}

/** What the settings say after a sync, with the way to pay. */
async function view({ userId, customerId }: Pick<Subscriber, "userId" | "customerId">) {
  await sync(customerId);
  const subscription = viewSubscription(
    await readRow(platform, userId),
    platform.config.planCatalog,
  );
  const { text, action, secondAction } = subscription;
  const actions = [action, secondAction].flatMap((link) => link?.label ?? []);
  return { ...subscription, sentence: formatDatedText(text, "UTC"), actions };
}

/** Actions where the sum is unknown. */
const pay = ["Pay the invoice", "Update card"];

describe("a subscription that Stripe paused", () => {
  test.each([
    ["trial_end_without_payment_method", "because the trial ended without a card", ["Add a card"]],
    ["first_payment_failure", "because a payment failed", pay],
    ["final_payment_failure", "because a payment failed", pay],
    ["pause_requested", "and no invoice is created meanwhile", []],
    ["system", "and no invoice is created meanwhile", []],
  ])("by %s says why", async (reason, why, actions) => {
    const person = await createSubscriber(platform);
    await override(person.subscriptionId, {
      status: "paused",
      status_details: {
        paused: { subscription: { type: reason }, transitioned_at: 1, type: "subscription" },
      },
    });
    const said = await view(person);
    expect(said.sentence).toContain(`Your ${PLAN} is paused`);
    expect(said.sentence).toContain(why);
    expect(said.actions).toEqual(actions);
  });

  test("says that nothing is collected", async () => {
    const person = await createSubscriber(platform);
    const pause_collection = { behavior: "void", resumes_at: null };
    await override(person.subscriptionId, { pause_collection });
    const { sentence, planIsActive } = await view(person);
    expect(sentence).toBe(`${YOU}, ${PRICES.pro.listed}. Its payments are paused.`);
    expect(planIsActive).toBe(true);
  });
});

describe("a payment that is due", () => {
  test("is the plan's own invoice, not another one of the customer", async () => {
    const person = await createSubscriber(platform);
    const product = await stripe.products.create({ name: "A project" });
    const price = await stripe.prices.create({
      product: product.id,
      currency: "usd",
      unit_amount: 1_200_000,
      recurring: { interval: "month" },
    });
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer: person.customerId,
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: "http://127.0.0.1:9/",
    });
    await payCheckout(session);
    await failRenewal(person);
    expect((await view(person)).sentence).toContain(`The last payment for your ${PLAN} failed.`);
    const { customerId: customer, subscriptionId: subscription } = person;
    const open = { customer, status: "open" } as const;
    expect((await stripe.invoices.list(open)).data).toHaveLength(2);
    const [own] = (await stripe.invoices.list({ ...open, subscription })).data;
    const flow = { type: "pay", subscription } as const;
    const url = await createPortalUrl(platform, customer, "http://127.0.0.1:9/", flow);
    expect(url).toBe(own?.hosted_invoice_url);
  });

  const listOpen = ({ customerId, subscriptionId }: Subscriber) =>
    stripe.invoices.list({ customer: customerId, subscription: subscriptionId, status: "open" });

  /** What the page behind the button says is due. */
  async function readPage({ customerId, subscriptionId: subscription }: Subscriber) {
    const flow = { type: "pay", subscription } as const;
    const url = await createPortalUrl(platform, customerId, "http://127.0.0.1:9/", flow);
    return (await fetch(url ?? "")).text();
  }

  const subscribeWithCode = () => redeemCode("forever");

  const subscribeWithCredit = async () => {
    const person = await createSubscriber(platform);
    await stripe.customers.update(person.customerId, { balance: -5_050 });
    return person;
  };

  const less = (cents: number) => formatAmount(PRICES.pro.cents - cents, "usd");
  test.each<[string, () => Promise<Subscriber>, string]>([
    ["the price", () => createSubscriber(platform), PRICES.pro.invoiced],
    ["the rest after a promotion code", subscribeWithCode, less(PRICES.pro.cents * 0.2)],
    ["the rest after a credit balance", subscribeWithCredit, less(5_050)],
  ])("is %s, as on Stripe's page, until it is paid", async (_, subscribe, amount) => {
    const person = await subscribe();
    await failRenewal(person);
    expect((await view(person)).actions).toEqual([`Pay ${amount}`, "Update card"]);
    const page = await readPage(person);
    expect(page).toMatch(new RegExp(`Amount due</td><td class="amount">${escapeRegExp(amount)}<`));
    await callStripeControl(platform, "decline", { on: false, customer: person.customerId });
    const [invoice] = (await listOpen(person)).data;
    await submit(invoice?.hosted_invoice_url ?? "", MASTERCARD);
    expect(await view(person)).toMatchObject({ status: "active", amountDue: null });
  });

  test.each([
    ["usd", 10_000, "Pay $100.00"],
    ["jpy", 4_000, "Pay ¥4,000"],
  ])("after a credit note, in %s, is what remains", async (currency, amount_remaining, label) => {
    const person = await createSubscriber(platform);
    await failRenewal(person);
    const [invoice] = (await listOpen(person)).data;
    await override(invoice?.id ?? "", { currency, amount_remaining });
    expect((await view(person)).actions[0]).toBe(label);
  });

  test("by several invoices names no sum, and opens the portal, which lists them", async () => {
    const person = await createSubscriber(platform);
    await failRenewal(person);
    const { items } = await stripe.subscriptions.retrieve(person.subscriptionId);
    await stripe.subscriptions.update(person.subscriptionId, {
      items: [{ id: items.data[0]?.id ?? "", price: prices.business }],
      proration_behavior: "always_invoice",
    });
    expect((await listOpen(person)).data).toHaveLength(2);
    expect((await view(person)).actions).toEqual(pay);
    expect(await readPage(person)).toContain("Invoices");
  });

  test("is forgotten when its invoice is voided, the plan ends, or the customer is deleted", async () => {
    const readAmount = async ({ userId, customerId }: Subscriber) => {
      await sync(customerId);
      return (await readRow(platform, userId))?.amountDueText;
    };
    const [voided, canceled, deleted] = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const person = await createSubscriber(platform);
        await failRenewal(person);
        expect(await readAmount(person)).toBe(PRICES.pro.invoiced);
        return person;
      }),
    );
    if (!voided || !canceled || !deleted) throw new Error("Three are due");
    const [invoice] = (await listOpen(voided)).data;
    await callStripeControl(platform, "void", { invoice: invoice?.id });
    expect((await view(voided)).actions).toEqual(pay);
    await stripe.subscriptions.cancel(canceled.subscriptionId);
    expect(await readAmount(canceled)).toBeNull();
    await stripe.customers.del(deleted.customerId);
    expect(await readAmount(deleted)).toBeNull();
  });

  test("for an upgrade is told from one for a renewal", async () => {
    const person = await createSynced("starter");
    const { customerId: customer, subscriptionId, userId } = person;
    const pay = async () => {
      await callStripeControl(platform, "decline", { on: false, customer });
      const [invoice] = (await listOpen(person)).data;
      await submit(invoice?.hosted_invoice_url ?? "", MASTERCARD);
      await sync(customer);
      return (await readRow(platform, userId))?.lastCharge?.isSwitch;
    };
    await callStripeControl(platform, "decline", { on: true, customer });
    const { items } = await stripe.subscriptions.retrieve(subscriptionId);
    await stripe.subscriptions.update(subscriptionId, {
      items: [{ id: items.data[0]?.id ?? "", price: prices.business }],
      proration_behavior: "always_invoice",
    });
    expect((await view(person)).status).toBe("past_due");
    expect(await pay()).toBe(true);
    await failRenewal(person, "business");
    expect((await view(person)).status).toBe("past_due");
    expect(await pay()).toBe(false);
  });

  test("is stored while Stripe can't list invoices, without the sum", async () => {
    const person = await createSynced();
    await failRenewal(person);
    const realFetch = globalThis.fetch;
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const { pathname } = new URL(new Request(input, init).url);
      const error = { type: "api_error", message: "An unknown error occurred" };
      return pathname === "/v1/invoices"
        ? Response.json({ error }, { status: 500 })
        : realFetch(input, init);
    });
    expect(await view(person)).toMatchObject({ status: "past_due", actions: pay });
    vi.restoreAllMocks();
    expect((await view(person)).actions[0]).toBe(`Pay ${PRICES.pro.invoiced}`);
  });

  test("opens the whole portal where nothing is open", async () => {
    const { customerId, subscriptionId: subscription } = await createSynced();
    const flow = { type: "pay", subscription } as const;
    const url = await createPortalUrl(platform, customerId, "http://127.0.0.1:9/", flow);
    expect(url).toContain("/p/session/");
  });

  test("by an invoice was not tried on a card", async () => {
    const person = await createSubscriber(platform);
    await override(person.subscriptionId, { collection_method: "send_invoice" });
    expect(await view(person)).toMatchObject({ card: null, actions: [] });
    await failRenewal(person);
    const { sentence, actions } = await view(person);
    expect(sentence).toContain(`The invoice for your ${PLAN} is overdue.`);
    // A part of it may be paid, of which no event tells.
    expect(actions).toEqual(["Pay the invoice"]);
  });

  test("from a bank account is under way", async () => {
    const person = await createSubscriber(platform);
    await failRenewal(person);
    const { customerId: customer } = person;
    const [invoice] = (await stripe.invoices.list({ customer, status: "open" })).data;
    await override(invoice?.id.replace(/^in_/, "pi_") ?? "", { status: "processing" });
    const { sentence, actions } = await view(person);
    expect(sentence).toContain(`A payment for your ${PLAN} is under way`);
    expect(actions).toEqual([]);
    await override(person.subscriptionId, { status: "incomplete" });
    expect((await view(person)).sentence).toContain("The plan starts when it arrives.");
  });
});

describe("the card", () => {
  const source = {
    id: "card_1",
    object: "card",
    brand: "American Express",
    exp_month: 12,
    exp_year: 2040,
    funding: "credit",
    last4: "0005",
  };

  test("is that of the subscription, then its source, then the customer's, in Stripe's order", async () => {
    const person = await createSubscriber(platform);
    const { customerId, subscriptionId } = person;
    const readCard = async () => (await view(person)).card;
    const others = { ...source, last4: "1111" };
    await override(subscriptionId, { default_source: others });
    await override(customerId, { default_source: source });
    expect(await readCard()).toBe("Visa ending in 4242");
    const { default_payment_method: card } = await stripe.subscriptions.retrieve(subscriptionId);
    await stripe.customers.update(customerId, {
      invoice_settings: { default_payment_method: String(card) },
    });
    await override(subscriptionId, { default_payment_method: null, default_source: others });
    expect(await readCard()).toBe("American Express ending in 1111");
    await override(subscriptionId, { default_payment_method: null });
    expect(await readCard()).toBe("Visa ending in 4242");
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: "" } });
    expect(await readCard()).toBe("American Express ending in 0005");
  });

  test("that was updated while a switch is scheduled stays after the switch", async () => {
    const person = await createSynced();
    const { userId, customerId, subscriptionId: subscription } = person;
    const open = async (flow: "starter" | "card") => {
      const customer = (await readRow(platform, userId)) ?? null;
      const url = await openPortal(returning, { id: userId, customer }, flow);
      while (background.length > 0) await Promise.all(background.splice(0));
      return url ?? "";
    };
    await using request = openRequest();
    const background: Promise<unknown>[] = [];
    const returning = { ...request, waitUntil: (work: Promise<unknown>) => background.push(work) };
    await submit(await open("starter"), { action: "switch", subscription, price: prices.starter });
    await submit(await open("card"), { action: "card", ...MASTERCARD });
    const session = await openSession(platform, person);
    const user = await readReturning(returning, session);
    await completePortalReturn(returning, userId, user);
    await Promise.all(background);
    await advance(customerId, PERIOD_DAYS.pro);
    expect(await view(person)).toMatchObject({
      planName: PLAN_NAMES.starter,
      card: "Mastercard ending in 4444",
    });
  });
});

test("after a return of a customer who is gone at Stripe, nothing is left to ask about", async () => {
  const person = await createSynced();
  await stripe.customers.del(person.customerId);
  await sync(person.customerId);
  await using request = openRequest();
  stripeVisit.set(request, person.userId, { at: Date.now(), state: "away" });
  const session = await openSession(platform, person);
  const user = await readReturning(request, session);
  await completePortalReturn(request, person.userId, user);
  expect(stripeVisit.read(request, person.userId)).toBeNull();
  expect(settingsFlash.read(request, person.userId)).toBeNull();
});

describe("the price", () => {
  const readPrice = async (person: Subscriber) => (await view(person)).price;

  test.each([
    ["a coupon", (id: string) => override(id, { discounts: ["di_1"] })],
    [
      "a coupon of the customer",
      (_: string, customer: string) => override(customer, { discount: { id: "di_1" } }),
    ],
    [
      "an add-on",
      async (id: string) => {
        const product = await stripe.products.create({ name: "Consulting" });
        const recurring = { interval: PRICES.pro.interval };
        const terms = { currency: "usd", unit_amount: 100, recurring };
        const { id: price } = await stripe.prices.create({ product: product.id, ...terms });
        await stripe.subscriptions.update(id, { items: [{ price }] });
      },
    ],
  ])("is not said beside %s", async (_, change) => {
    const person = await createSubscriber(platform);
    expect(await readPrice(person)).toBe(PRICES.pro.listed);
    await change(person.subscriptionId, person.customerId);
    expect(await readPrice(person)).toBeNull();
  });

  test.each([
    ["per package", { transform_quantity: { divide_by: 100, round: "up" } }],
    ["by use", { recurring: { interval: "month", interval_count: 1, usage_type: "metered" } }],
    ["in another currency of the same price", { currency: "eur" }],
  ])("is not said of what is sold %s", async (_, fields) => {
    const person = await createSubscriber(platform);
    const recurring = { interval: PRICES.pro.interval };
    const terms = { product: platform.config.planCatalog.products.pro, currency: "usd", recurring };
    const { id: price } = await stripe.prices.create({ ...terms, unit_amount: 25_000 });
    const { items } = await stripe.subscriptions.retrieve(person.subscriptionId);
    await stripe.subscriptions.update(person.subscriptionId, {
      items: [{ id: items.data[0]?.id ?? "", price }],
    });
    expect(await readPrice(person)).toBe(`$250 a ${PRICES.pro.interval}`);
    await override(price, fields);
    expect(await readPrice(person)).toBeNull();
    expect((await view(person)).planName).toBe(PLAN_NAMES.pro);
  });

  test.each([
    ["once, in a trial", false, "once", null, PRICES.pro.listed],
    ["once, without a trial", true, "once", PRICES.pro.listed, PRICES.pro.listed],
    ["forever", true, "forever", null, null],
  ] as const)(
    "bought with a promotion code for %s, is said as soon as no payment is discounted",
    async (_, hasHadTrial, duration, now, later) => {
      const person = await redeemCode(duration, hasHadTrial);
      const charged = hasHadTrial ? formatAmount(PRICES.pro.cents * 0.8, "usd") : undefined;
      const readCharged = async () => (await readRow(platform, person.userId))?.lastCharge?.amount;
      expect(await readPrice(person)).toBe(now);
      expect(await readCharged()).toBe(charged);
      await advance(person.customerId, PERIOD_DAYS.pro + 14);
      expect(await readPrice(person)).toBe(later);
      expect((await view(person)).sentence).toMatch(/ It renews on /);
    },
  );

  test("has Stripe's decimals", async () => {
    const person = await createSubscriber(platform);
    const { items } = await stripe.subscriptions.retrieve(person.subscriptionId);
    await override(items.data[0]?.price.id ?? "", {});
    const terms = { product: platform.config.planCatalog.products.pro, currency: "huf" };
    const recurring = { interval: PRICES.pro.interval };
    const { id: price } = await stripe.prices.create({ ...terms, recurring, unit_amount: 900_000 });
    await stripe.subscriptions.cancel(person.subscriptionId);
    const session = await stripe.checkout.sessions.create({
      mode: "subscription",
      customer: person.customerId,
      line_items: [{ price, quantity: 1 }],
      success_url: "http://127.0.0.1:9/",
    });
    await payCheckout(session);
    expect((await readPrice(person))?.replace("\u00A0", " ")).toBe(
      `HUF 9,000 a ${PRICES.pro.interval}`,
    );
  });
});

describe("an end", () => {
  test("several periods ahead is said with the periods before it", async () => {
    const person = await createSubscriber(platform);
    const cancel_at = Math.floor(Date.now() / 1000) + 3 * PERIOD_DAYS.pro * DAY_S;
    await stripe.subscriptions.update(person.subscriptionId, { cancel_at });
    const { sentence, keepLabel } = await view(person);
    expect(sentence).toContain(`, ${PRICES.pro.listed}. The next period starts on `);
    expect(sentence).toMatch(/, and the plan ends on .*\.$/);
    expect(keepLabel).toBe(`Keep ${PLAN_NAMES.pro}`);
  });

  test("by a schedule is said as one", async () => {
    const person = await createSynced();
    const { customerId: customer, subscriptionId: subscription } = person;
    const flow = { type: "starter", subscription } as const;
    const url = await createPortalUrl(platform, customer, "http://127.0.0.1:9/", flow);
    await submit(url ?? "", { action: "switch", subscription, price: prices.starter });
    expect((await view(person)).cancelAt).toBeNull();
    const { schedule } = await stripe.subscriptions.retrieve(subscription);
    await override(String(schedule), { end_behavior: "cancel" });
    const { cancelAt, currentPeriodEnd, sentence } = await view(person);
    expect((cancelAt?.iso ?? "") > (currentPeriodEnd?.iso ?? "")).toBe(true);
    expect(sentence).toContain("and the plan ends on");
  });
});
