/** What the placeholders of a stored email stand for. */
import * as v from "valibot";
import { describeCharge } from "~/billing/plan/emailed-plan-change.server";
import { describeNextStep, SIGNERS } from "~/billing/plan/next-step.server";
import { findPlanId, type PlanCatalog } from "~/billing/plan/plan-catalog";
import {
  findListPrice,
  NO_SUBSCRIPTION,
  viewSubscription,
} from "~/billing/plan/subscription-view.server";
import { findPlan } from "~/content/plans";
import { studio } from "~/content/studio";
import { toOneLine } from "~/forms/text";
import { getDeviceName } from "~/http/device-name";
import type { Config } from "~/platform/config.server";
import { formatDatedText, formatMoment, isMoment } from "~/ui/time/dated-text";
import type { EmailValues } from "./render-email";

const storedDate = v.nullable(
  v.pipe(
    v.string(),
    v.transform((iso) => new Date(iso)),
  ),
);

/** A part of a customers row, after the change that an email is about. */
const subscriptionSchema = v.object({
  stripePriceId: v.nullable(v.string()),
  stripeProductId: v.nullable(v.string()),
  stripeNextPriceId: v.nullable(v.string()),
  priceText: v.nullable(v.string()),
  statusDetail: v.nullable(v.string()),
  stripeSubscriptionStatus: v.nullable(v.string()),
  currentPeriodEnd: storedDate,
  trialEnd: storedDate,
  cancelAt: storedDate,
});

/** Written by triggers and by the Worker; each template uses a part of it. */
const payloadSchema = v.object({
  price: v.nullish(v.string(), null),
  product: v.nullish(v.string(), null),
  priceText: v.nullish(v.string()),
  /** ISO 8601. */
  date: v.nullish(v.string()),
  charge: v.nullish(
    v.object({
      amount: v.string(),
      card: v.nullish(v.string()),
      nextCard: v.nullish(v.string()),
      isSwitch: v.optional(v.boolean(), false),
    }),
  ),
  /** Null in a row of before the trigger wrote it. */
  subscription: v.nullish(subscriptionSchema, null),
  /** The subscription, in an email about a price that it does not have yet. */
  current: v.nullish(
    v.object({ price: v.nullable(v.string()), priceText: v.nullable(v.string()) }),
  ),
  userAgent: v.nullish(v.string(), null),
  /** The user that an email to the studio is about. */
  account: v.optional(v.string(), ""),
  /** The customer's id at Stripe. */
  customer: v.nullish(v.string()),
  isTrial: v.optional(v.boolean(), false),
  isUnpaid: v.optional(v.boolean(), false),
  /** Contact messages, of `count` in all. */
  messages: v.optional(
    v.array(v.object({ id: v.string(), email: v.string(), name: v.string(), message: v.string() })),
    [],
  ),
  count: v.optional(v.number()),
  /** When the page said that a founder replies to the message. */
  reply: v.optional(v.string(), studio.replyTime),
  /** Name, if known, and address of the sender of the one message that the email is about. */
  sender: v.optional(v.string(), ""),
  replyTo: v.optional(v.string(), studio.email),
});

type Payload = v.InferOutput<typeof payloadSchema>;

/** An email of `outgoing_emails`. */
interface StoredEmail {
  readonly payload: unknown;
  /** When the event that it reports happened. Epoch milliseconds. */
  readonly happened_at: number;
}

/** The address that a reply goes to. */
export function readReplyTo(payload: unknown): string {
  return v.parse(payloadSchema, payload).replyTo;
}

/**
 * The values of all placeholders, "" for what is unknown. Throws for a payload that this version does not
 * know.
 */
export function readValues(
  { environment, siteUrl, planCatalog }: Config,
  { payload, happened_at: happenedAt }: StoredEmail,
): EmailValues {
  const { date, charge, userAgent, account, messages, ...bought } = v.parse(payloadSchema, payload);
  const planId = findPlanId(bought, planCatalog);
  const plan = findPlan(planId);
  const { zone, timeZone } = studio.phone;
  const formatDay = (iso: string) => `${formatMoment({ iso, format: "day" }, zone)} (${timeZone})`;
  const { subscription } = bought;
  const current =
    subscription && viewSubscription({ ...NO_SUBSCRIPTION, ...subscription }, planCatalog);
  const time = formatMoment({ iso: new Date(happenedAt).toISOString(), format: "minute" }, zone);
  // Of a switch that is not paid yet, the subscriber was told nothing.
  const nextStep =
    bought.isUnpaid || current?.cancelAt ? "" : formatDatedText(describeNextStep(planId), zone);
  return {
    SiteURL: siteUrl,
    Plan: plan ? `${plan.name} plan` : "subscription",
    Price: describePrice(bought, planCatalog) ?? "",
    Charge: charge ? describeCharge(charge) : "",
    Unpaid: bought.isUnpaid ? "It isn’t paid yet." : "",
    LastPayment: bought.isUnpaid ? "Its last payment failed." : "",
    NextStep: nextStep,
    // Of a switch whose payment failed first.
    PaidNextStep: charge?.isSwitch ? nextStep : "",
    // As the settings describe it.
    CurrentPlan: (current?.text ?? [])
      .map((piece) => (isMoment(piece) ? formatDay(piece.iso) : piece))
      .join(""),
    FoundersNextStep: formatDatedText(describeNextStep(planId, { people: SIGNERS }), zone),
    Reply: bought.reply,
    Date: date ? formatDay(date) : "",
    // Within a sentence: "a browser on macOS".
    Device: getDeviceName(userAgent).replace(/^An? /, (article) => article.toLowerCase()),
    Time: `${time}, ${timeZone}`,
    Account: account,
    Kind: bought.isTrial ? "trial" : "subscription",
    CustomerURL: `https://dashboard.stripe.com/${environment === "production" ? "" : "test/"}customers/${bought.customer ?? ""}`,
    Messages: messages
      .map(
        ({ id, name, email, message }) =>
          `${`${toOneLine(name)} <${email}>`.trim()}, ${id}\n${message}`,
      )
      .join("\n\n"),
    Count: String(bought.count ?? messages.length),
    Sender: toOneLine(bought.sender),
    Message: messages.map(({ message }) => message).join("\n\n"),
  };
}

/**
 * The subscription's own price as synced from Stripe; the list price of the next plan for
 * customers on list prices.
 */
function describePrice(
  { price, priceText, current }: Pick<Payload, "price" | "priceText" | "current">,
  catalog: PlanCatalog,
): string | null | undefined {
  if (!current) return priceText;
  const paysListPrice =
    current.priceText !== null && current.priceText === findListPrice(current.price, catalog);
  return paysListPrice ? findListPrice(price, catalog) : null;
}
