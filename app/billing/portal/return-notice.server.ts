/** What the settings say after a return from Stripe. Its SDK is not loaded for that. */
import { href, redirect } from "react-router";
import { settingsFlash, withFlash } from "~/navigation/flash.server";
import type { Platform } from "~/platform/context.server";
import {
  describeEmailedPlanChange,
  type EmailedPlanChange,
} from "../plan/emailed-plan-change.server";
import type { Notice } from "../plan/notices.server";
import type { SubscriptionFacts } from "../plan/subscription-sentences.server";
import { stripeVisit } from "./return-cookies.server";

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
