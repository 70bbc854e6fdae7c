/** What a visit to the billing portal has changed: how things stood before is kept in the visitor's own cookie. */
import * as v from "valibot";
import { findPlan } from "~/content/plans";
import type { Platform } from "~/platform/context.server";
import { logError } from "~/platform/log.server";
import { type DatedText, dated } from "~/ui/dated-text";
import { type PlanAtStripe, readPlanAtStripe } from "./plan-at-stripe.server";
import type { PlanState } from "./plan-words";
import { productOf } from "./product-of";
import { createStripe } from "./stripe.server";
import { type Catalogue, findPlanId, isActiveStatus, isEndedStatus } from "./subscription";

/** Stripe lets a portal session rest for an hour at most. Source: Stripe, "Customer portal sessions". */
const KEPT_FOR_S = 60 * 60;

const COOKIE = "portal-visit";

type Browser = Pick<Platform, "cookies">;

const standingSchema = v.object({
  userId: v.string(),
  status: v.nullable(v.string()),
  planId: v.nullable(v.string()),
  cancels: v.boolean(),
  /** Of a change of plan that waits for the end of the period. */
  scheduleId: v.nullable(v.string()),
  cardId: v.nullable(v.string()),
});

/** How things stood, as far as the portal can change them. */
export type Standing = v.InferOutput<typeof standingSchema>;

/** What is remembered of a plan. */
export function standingOf(
  userId: string,
  { subscription, item, card }: PlanAtStripe,
  catalogue: Catalogue,
): Standing {
  const { schedule } = subscription ?? {};
  return {
    userId,
    status: subscription?.status ?? null,
    planId: item
      ? findPlanId({ price: item.price.id, product: productOf(item.price) }, catalogue)
      : null,
    cancels: Boolean(subscription?.cancel_at ?? subscription?.cancel_at_period_end),
    scheduleId: (typeof schedule === "string" ? schedule : schedule?.id) ?? null,
    cardId: card?.id ?? null,
  };
}

/**
 * Notes how things stand before somebody goes to the portal. Where Stripe does not say, nothing is noted, and
 * nothing will be said of changes. Never throws.
 */
export async function notePortalVisit(
  platform: Platform,
  user: { readonly id: string; readonly stripeCustomerId: string | null },
): Promise<void> {
  const { stripe: config } = platform.config;
  platform.cookies.remove(COOKIE);
  if (user.stripeCustomerId === null) return;
  try {
    const stripe = createStripe(config, "details");
    const plan = await readPlanAtStripe(stripe, config, user.stripeCustomerId);
    if (!plan) return;
    const note = JSON.stringify(standingOf(user.id, plan, config));
    platform.cookies.set(COOKIE, note, { maxAgeS: KEPT_FOR_S });
  } catch (error) {
    logError("billing.details_failed", error, { requestId: platform.requestId });
  }
}

/** How things stood when this user went to the portal; undefined where nobody knows. */
export function readPortalVisit(platform: Browser, userId: string): Standing | undefined {
  const note = platform.cookies.all().find(({ name }) => name === COOKIE)?.value;
  const schema = v.pipe(v.string(), v.parseJson(), standingSchema);
  const read = v.safeParse(schema, note);
  return read.success && read.output.userId === userId ? read.output : undefined;
}

/** What was changed is said once. */
export function forgetPortalVisit(platform: Browser): void {
  platform.cookies.remove(COOKIE);
}

/** How things stand now, with the words for it. */
export interface Outcome {
  readonly standing: Standing;
  readonly state: PlanState;
  /** "Visa ending in 4242"; null when none is on file. */
  readonly card: string | null;
}

/** What is different from before, in words; null where nothing is. */
export function describeChanges(
  before: Standing,
  { standing: now, state, card }: Outcome,
): DatedText | null {
  const name = state.planName === null ? "plan" : `${state.planName} plan`;
  if (isLive(before) && !isLive(now)) return [`Your ${name} has ended.`];
  const sentences = [
    ...describeSwitch(before, now, state),
    ...describeCancellation(before, now, state, name),
    ...(isLive(before) && !hasAccess(before) && hasAccess(now)
      ? [dated`Thank you, your ${name} is active again.`]
      : []),
    ...describeCard(before, now, card),
  ];
  return sentences.length === 0 ? null : sentences.reduce((said, more) => dated`${said} ${more}`);
}

function isLive({ status }: Standing): boolean {
  return status !== null && !isEndedStatus(status);
}

function hasAccess({ status }: Standing): boolean {
  return isActiveStatus(status);
}

function describeSwitch(before: Standing, now: Standing, state: PlanState): DatedText[] {
  const was = findPlan(before.planId)?.name;
  if (was && state.planName && before.planId !== now.planId) {
    return [dated`You have switched from ${was} to ${state.planName}.`];
  }
  if (before.scheduleId === now.scheduleId) return [];
  if (state.next && state.currentPeriodEnd) {
    const { planName } = state.next;
    return [
      planName === null
        ? dated`Your price will change on ${state.currentPeriodEnd}.`
        : dated`You will switch to ${planName} on ${state.currentPeriodEnd}.`,
    ];
  }
  return now.scheduleId === null && state.planName
    ? [dated`You stay on ${state.planName}: the switch to another plan is taken back.`]
    : [];
}

function describeCancellation(
  before: Standing,
  now: Standing,
  { cancelAt }: PlanState,
  name: string,
): DatedText[] {
  if (!before.cancels && now.cancels) {
    return [dated`Your ${name} is cancelled${cancelAt ? dated`, and ends on ${cancelAt}` : ""}.`];
  }
  return before.cancels && !now.cancels ? [dated`Your ${name} is resumed: it does not end.`] : [];
}

function describeCard(before: Standing, now: Standing, card: string | null): DatedText[] {
  if (before.cardId === now.cardId) return [];
  return [[card === null ? "Your card is removed." : `Your card is now ${card}.`]];
}
