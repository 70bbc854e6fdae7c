/** The pricing page. The plans are in `plans.ts`. */
import { BILLED, type PlanId, TRIAL_DAYS, TRIAL_PLAN } from "../plans";
import { studio } from "../studio";

export const pricing = {
  title: "Plans that take care of your software",
  lead: `All ${TRIAL_PLAN}s include a ${TRIAL_DAYS}-day free trial.`,
  /** Above the cards: what the plans do not cover. */
  building: `Plans look after software that’s already built, by us or by someone whose code we’ve read first. Building a first piece usually costs ${studio.firstPiecePrice}.`,
  trialUsed: "You’ve already used your free trial, so a new plan is charged right away.",
  /** Shown when the subscription could not be read: true with and without a used trial. */
  firstTrial: `Your first ${TRIAL_PLAN} starts with a ${TRIAL_DAYS}-day free trial.`,
  today: (price: string) => `${price} today.`,
  recommended: "Recommended",
  period: (interval: string) => `per ${interval}`,
  choose: "Choose",
  yours: "Your plan",
  switchTo: (plan: string) => `Switch to ${plan}`,
  /** On the cards of plans without hours of changes. */
  noChanges: "Changes aren’t included. We quote each one in writing first.",
  /** Below the cards. */
  terms: [
    {
      title: "The price",
      text: "Mostly our time: Pro includes two hours of changes a month, Business sixteen. Anything beyond that is quoted first.",
    },
    {
      title: "What counts",
      text: `An application is one program, such as an order form or a website. ${studio.replyTime} ${studio.businessDays}`,
    },
    {
      title: "Billing",
      text: `Billed ${BILLED} in US dollars. Cancel anytime from your account. One free trial per account.`,
    },
  ],
  questions: "Not sure which plan fits?",
  ask: "Ask us",
} as const;

/** The highlighted plan. */
export const RECOMMENDED_PLAN: PlanId = "pro";
