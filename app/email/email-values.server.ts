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
  /** Null in a row that was written before the trigger included it. */
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
  const values = v.parse(payloadSchema, payload);
  const { date, charge, subscription, isUnpaid, messages } = values;
  const planId = findPlanId(values, planCatalog);
  const plan = findPlan(planId);
  const current =
    subscription && viewSubscription({ ...NO_SUBSCRIPTION, ...subscription }, planCatalog);
  const currentText = current?.text ?? [];
  // The subscriber was told nothing of a switch that is not paid yet.
  const nextStep =
    isUnpaid || current?.cancelAt ? "" : formatDatedText(describeNextStep(planId), zone);
  const time = formatMoment({ iso: new Date(happenedAt).toISOString(), format: "minute" }, zone);
  return {
    SiteURL: siteUrl,
    Plan: plan ? `${plan.name} plan` : "subscription",
    Price: describePrice(values, planCatalog) ?? "",
    Charge: charge ? describeCharge(charge) : "",
    Unpaid: isUnpaid ? "It isn’t paid yet." : "",
    LastPayment: isUnpaid ? "Its last payment failed." : "",
    NextStep: nextStep,
    // Promised once a switch whose payment failed first is paid.
    PaidNextStep: charge?.isSwitch ? nextStep : "",
    // Reads as in the settings.
    CurrentPlan: currentText
      .map((piece) => (isMoment(piece) ? formatDay(piece.iso) : piece))
      .join(""),
    FoundersNextStep: formatDatedText(describeNextStep(planId, { people: SIGNERS }), zone),
    Reply: values.reply,
    Date: date ? formatDay(date) : "",
    // Reads on within a sentence: "a browser on macOS".
    Device: getDeviceName(values.userAgent).replace(/^An? /, (article) => article.toLowerCase()),
    Time: `${time}, ${timeZone}`,
    Account: values.account,
    Kind: values.isTrial ? "trial" : "subscription",
    CustomerURL: `https://dashboard.stripe.com/${environment === "production" ? "" : "test/"}customers/${values.customer ?? ""}`,
    Messages: messages.map(formatMessage).join("\n\n"),
    Count: String(values.count ?? messages.length),
    Sender: toOneLine(values.sender),
    Message: messages.map(({ message }) => message).join("\n\n"),
  };
}

const { zone, timeZone } = studio.phone;

function formatDay(iso: string): string {
  return `${formatMoment({ iso, format: "day" }, zone)} (${timeZone})`;
}

/** A contact message in the report to the studio, with its sender and id. */
function formatMessage({ id, name, email, message }: Payload["messages"][number]): string {
  return `${`${toOneLine(name)} <${email}>`.trim()}, ${id}\n${message}`;
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
