/** What the settings say after a return from Stripe. Its SDK is not loaded for that. */
import { href, redirect } from "react-router";
import { unknownOutcome } from "~/http/app-error";
import { settingsFlash, withFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import {
  describeEmailedPlanChange,
  type EmailedPlanChange,
  type Notice,
} from "../plan/emailed-plan-change.server";
import type { SubscriptionFacts } from "../plan/subscription-sentences.server";
import { stripeVisit } from "./return-cookies.server";

const failure = (text: string): Notice => ({ type: "error", text: [text] });

/** Shown when Stripe could not be read. */
export const RETURN_UNKNOWN = failure(unknownOutcome("billing/no-response").message);
/** Shown when the plan has ended, or Stripe rejected that it is kept. */
export const KEEP_FAILED = failure("We couldn’t keep this plan. Your plan is as shown below.");
/** Shown when the plan could not be read, before anything was changed at Stripe. */
export const KEEP_UNREAD = failure(
  "We couldn’t read your plan, so nothing was changed. Please try again.",
);
/** Shown when Stripe has a new card, which the plan's card names. */
export const CARD_UPDATED: Notice = { type: "success", text: ["Your card is updated."] };

type StripeVisit = ReturnType<typeof stripeVisit.read>;

/**
 * The user's visit to Stripe whose changes the settings report; null without one. Throws the redirect that
 * asks Stripe again, where the page is reloaded because Stripe did not answer.
 */
export function readStripeVisit(
  platform: Platform,
  userId: string,
  { headers }: Request,
): StripeVisit {
  const visit = stripeVisit.read(platform, userId);
  // A browser asks for HTML when the page is reloaded. What a form reads again has its result.
  const isReload = headers.get("Accept")?.includes("text/html") && !headers.has("Content-Type");
  if (isReload && visit?.state === "unknown" && !settingsFlash.read(platform, userId))
    throw redirect(href("/account/billing/return"));
  return visit;
}

interface ReturnedUser {
  readonly id: string;
  /** Since the visit began. */
  readonly emailedPlanChange: EmailedPlanChange | null;
}

/** The notice after a return, which no later page repeats; null without one. */
export function takeReturnNotice(
  platform: Platform,
  { id, emailedPlanChange: change }: ReturnedUser,
  { visit, plan }: { readonly visit: StripeVisit; readonly plan: SubscriptionFacts },
): Notice | null {
  const { flash } = withFlash(platform, id, settingsFlash, {});
  if (change || visit?.state === "back") stripeVisit.remove(platform);
  return change ? describeEmailedPlanChange(change, plan) : flash;
}
