import { describe, expect, test } from "vitest";
import { createSiteEmails } from "~/content/emails";
import { plans } from "~/content/plans";
import { studio } from "~/content/studio";
import { getPlatform } from "~/platform/context.server";
import { FOUNDERS } from "../../tests/support/plan-changes";
import { PLAN_NAMES, PRICES } from "../../tests/support/plans";
import { createRequestContext } from "../../tests/support/routes/request-context";
import { studioDay } from "../../tests/support/studio-day";
import { emailText } from "./email-layout";
import { readValues } from "./email-values.server";
import { renderEmail } from "./render-email";

const { config } = getPlatform(createRequestContext({}));
const HAPPENED_AT = Date.parse("2026-11-23T20:00:00Z");
const DATE = "2026-12-06T00:30:00+00:00";
const DAY = studioDay(DATE);
const pro = { price: "price_local_pro", product: null, date: DATE };
const priceText = "$200 a month";
/** What `enqueue_plan_emails` writes. */
const subscription = {
  stripePriceId: pro.price,
  stripeProductId: null,
  stripeNextPriceId: null,
  priceText,
  statusDetail: null,
  stripeSubscriptionStatus: "active",
  currentPeriodEnd: DATE,
  trialEnd: null,
  cancelAt: null,
};
const { design, engineering } = FOUNDERS;

function render(template: string, payload: object, recipient = "ann@example.com") {
  const email = { recipient, payload, happened_at: HAPPENED_AT };
  return renderEmail(template, readValues(config, email));
}

const createPayload = (priceText: string | null) => ({
  ...pro,
  priceText,
  subscription: { ...subscription, priceText },
});

const TEMPLATES = Object.keys(createSiteEmails("", ""));
const findSums = (text: string) => [...new Set(text.match(/\p{Sc}[\d.,]+ (?:a|every) \w+/gu))];

describe.each(TEMPLATES)("%s", (template) => {
  test("names no sum but the subscription's own", () => {
    const namesSum = findSums(render(template, createPayload("$1 a month")).text).length > 0;
    for (const priceText of ["$200 a month", "$2,500 a year", "€230 a month"]) {
      const { text, subject } = render(template, createPayload(priceText));
      expect(findSums(`${subject} ${text}`)).toEqual(namesSum ? [priceText] : []);
    }
    const { text } = render(template, createPayload(null));
    expect(findSums(text)).toEqual([]);
    expect(text).not.toMatch(/[^.:] \.| {2}|undefined|null/);
  });

  test("says nothing of a plan to who subscribed to another product", () => {
    const { text, subject } = render(template, { price: "price_x", product: "prod_x", date: DATE });
    for (const { name } of plans) expect(`${subject} ${text}`).not.toContain(`${name} plan`);
  });
});

test.each([
  [
    "trial_started",
    "Your free trial: what happens next",
    "Then it’s $200 a month, unless you cancel",
  ],
  [
    "subscription_started",
    `Your ${PLAN_NAMES.pro} plan: what happens next`,
    `It’s $200 a month. It renews on ${DAY}`,
  ],
  [
    "plan_switched",
    `Your ${PLAN_NAMES.pro} plan has started`,
    `You’re on the ${PLAN_NAMES.pro} plan, $200 a month. It renews on ${DAY}, 2026 (${studio.phone.timeZone}).`,
  ],
  [
    "plan_kept",
    `You’re keeping your ${PLAN_NAMES.pro} plan`,
    `You’re on the ${PLAN_NAMES.pro} plan, $200 a month. It renews on ${DAY}`,
  ],
  [
    "payment_recovered",
    "Your payment went through",
    `You’re on the ${PLAN_NAMES.pro} plan, $200 a month. It renews on ${DAY}`,
  ],
  ["plan_canceled", `Your ${PLAN_NAMES.pro} plan is canceled`, `You keep it until ${DAY}, 2026`],
  [
    "studio_subscription_started",
    `A new subscription: ${PLAN_NAMES.pro} plan`,
    `Price: $200 a month\n\nFirst payment or renewal: ${DAY}, 2026 (${studio.phone.timeZone})`,
  ],
  [
    "studio_subscription_canceled",
    `A subscription was canceled: ${PLAN_NAMES.pro} plan`,
    `It ends on ${DAY}, 2026`,
  ],
  [
    "plan_ended",
    `Your ${PLAN_NAMES.pro} plan has ended`,
    `plan ended on ${DAY}, 2026 (${studio.phone.timeZone}). You`,
  ],
])("%s names the plan, and the day in the studio's time zone", (template, subject, sentence) => {
  expect(render(template, createPayload(priceText))).toMatchObject({
    subject,
    text: expect.stringContaining(sentence),
  });
});

test.each([
  [
    "plan_switched",
    `to your Visa ending in 4242.\n\n${design} or ${engineering} will email you within one business day.`,
  ],
  ["payment_recovered", "to your Visa ending in 4242.\n\nYou’re on the "],
])("%s names what was charged to which card, if it is known", (template, sentence) => {
  const charge = { amount: "$1,649.99", card: "Visa ending in 4242" };
  const payload = createPayload(priceText);
  expect(render(template, { ...payload, charge }).text).toContain(
    ` $1,649.99 was charged ${sentence}`,
  );
  expect(render(template, { ...payload, charge: null }).text).not.toContain("charged");
  const other = { ...charge, nextCard: "Visa ending in 0341" };
  expect(render(template, { ...payload, charge: other }).text).toContain(
    "Your next payment still goes to your Visa ending in 0341",
  );
});

test.each([
  ["the list price, to customers on list prices", PRICES.pro.listed, PRICES.starter.listed],
  ["no price, to customers with another one", "€2,300 a year", undefined],
])("a scheduled switch names %s", (_, paid, sum) => {
  const current = { price: pro.price, priceText: paid };
  const { text } = render("switch_scheduled", { ...pro, price: "price_local_starter", current });
  expect(text).toContain(
    `Your ${PLAN_NAMES.starter} plan starts on ${DAY}, 2026 (${studio.phone.timeZone})`,
  );
  expect(findSums(text)).toEqual(sum === undefined ? [] : [sum]);
});

test("an email about a purchase says who writes, by plan", () => {
  const { price: _, ...bought } = { ...pro, priceText };
  const started = (product: string) =>
    render("subscription_started", { ...bought, product: `prod_local_${product}` }).text;
  expect(started("pro")).toContain(`${engineering} or I will email you within one business day.`);
  expect(started("business")).toContain(
    `${engineering} and I will email you within one business day to plan the first session.`,
  );
});

const trial = { stripeSubscriptionStatus: "trialing", trialEnd: DATE };
const toPeriodEnd = { cancelAt: DATE };
const [onPlan, onTrial] = ["plan", "trial"].map(
  (kind) => `You’re on the ${PLAN_NAMES.pro} ${kind}`,
);
const until = `until ${DAY}, 2026 (${studio.phone.timeZone}).`;

describe.each(["plan_switched", "plan_kept", "payment_recovered"])("%s", (template) => {
  test.each<[string, object, string]>([
    ["a trial", trial, `${onTrial} ${until} Then $200 a month.`],
    ["a canceled plan", toPeriodEnd, `${onPlan} ${until} It’s canceled and won’t renew.`],
    [
      "a canceled trial",
      { ...trial, ...toPeriodEnd },
      `${onTrial} ${until} It’s canceled and won’t turn into a paid plan.`,
    ],
    [
      "paused payments",
      { statusDetail: "paused" },
      `${onPlan}, $200 a month. Its payments are paused.`,
    ],
  ])("describes %s as the settings do", (_, changes, sentence) => {
    const { text } = render(template, { ...pro, subscription: { ...subscription, ...changes } });
    expect(text).toContain(sentence);
    expect(text).not.toContain("next payment");
  });
});

test("a switch of a canceled plan promises no next step, and that of a trial does", () => {
  const step = "will email you within one business day";
  const tell = (changes: object) =>
    render("plan_switched", { ...pro, subscription: { ...subscription, ...changes } }).text;
  expect(tell(trial)).toContain(step);
  expect(tell(toPeriodEnd)).not.toContain(step);
});

test.each([
  ["payment_recovered", ""],
  ["studio_payment_recovered", "The site promised: "],
])("%s says who writes if a switch was paid, and not after a renewal", (template, before) => {
  const tell = (isSwitch: boolean) =>
    render(template, { ...pro, subscription, charge: { amount: "$1,649.99", isSwitch } }).text;
  const step = `${design} or ${engineering} will email you within one business day.`;
  expect(tell(true)).toContain(before + step);
  expect(tell(false)).not.toMatch(/will email you|promised/);
});

test("an email of before the trigger wrote the subscription says the rest", () => {
  const { text } = render("payment_recovered", { ...pro, priceText });
  expect(text).toMatch(/went through\s+Thank you\.\s+View your plan/);
});

test("an email to the studio links to the customer at Stripe", () => {
  const { html, text } = render("studio_subscription_started", {
    ...pro,
    isTrial: true,
    account: "ann@example.com",
    customer: "cus_1",
  });
  expect(text).toContain("A new trial: ");
  expect(text).toContain("\n\nAccount: ann@example.com\n\nTime: November 23, 2026");
  expect(text).not.toContain("Price:");
  expect(html).toContain('href="https://dashboard.stripe.com/test/customers/cus_1"');
  const unpaid = render("studio_plan_switched", { ...pro, priceText, isUnpaid: true });
  expect(unpaid.text).toContain("Price: $200 a month\n\nIt isn’t paid yet.");
  expect(unpaid.text).not.toContain("The site promised");
});

test("a list of messages keeps their lines, and escapes them in HTML only", () => {
  const message = {
    id: "1",
    name: "Ann\n",
    email: "ann@example.com",
    message: "a\n<b>{{ .Email }}</b>",
  };
  const { html, text } = render("studio_messages_held", { count: 9, messages: [message] });
  expect(text).toContain("\n\nAnn  <ann@example.com>, 1\na\n<b>{{ .Email }}</b>");
  expect(html).toContain("a\n&lt;b&gt;{{ .Email }}&lt;/b&gt;");
});

test("a message names its sender in the subject, in one line", () => {
  const message = { id: "1", name: "Ann", email: "ann@example.com", message: "Hi" };
  const payload = { sender: "Ann\r\nBcc: x\u0000", replyTo: message.email, messages: [message] };
  expect(render("studio_message", payload).subject).toBe("Message from Ann Bcc: x ");
  const { text } = render("message_copy", payload);
  expect(text).toContain(`${studio.replyTime}\n\nYour message:\n\nHi`);
  const promised = { ...payload, reply: "A founder replies the same day." };
  expect(render("message_copy", promised).text).toContain("A founder replies the same day.");
});

test("the studio's lists have no link that a sender could fill in, and text has no entities", () => {
  const message = { id: "1", name: "Ann", email: "a@b.c?bcc=d@e.f&body=x,g@h.i", message: "Hello" };
  const { html, text, subject } = render("studio_messages_held", { messages: [message] });
  expect(subject).toBe("Messages not in the spreadsheet: 1");
  expect(`${html} ${text}`).not.toContain("mailto:");
  const email = {
    title: "A &amp; &quot;B&quot; &lt;C&gt;",
    text: [],
    reason: "",
  } as const;
  expect(emailText(email, "")).toContain('A & "B" <C>');
});
