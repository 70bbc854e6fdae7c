/** The pricing page. The plans are in `plans.ts`. */
import { BILLED, type PlanId, TRIAL_DAYS, TRIAL_PLAN } from "../plans";
import { studio } from "../studio";

export const pricing = {
  title: "Plans that take care of your software",
  /** The titles for a user, who looks for what they have. */
  choosePlan: "Choose a plan",
  yourPlan: "Your plan",
  noPlan: `You don’t have a ${TRIAL_PLAN}.`,
  lead: `All ${TRIAL_PLAN}s include a ${TRIAL_DAYS}-day free trial.`,
  /** Above the cards: what the plans do not cover. */
  building: `For software that’s already built. Building a first piece usually costs ${studio.firstPiecePrice}.`,
  trialUsed: "You’ve already used your free trial, so a new plan is charged right away.",
  /** Shown when the subscription could not be read: true with and without a used trial. */
  firstTrial: `Your first ${TRIAL_PLAN} starts with a ${TRIAL_DAYS}-day free trial.`,
  today: (price: string) => `${price} today.`,
  recommended: "Recommended",
  period: (interval: string) => `per ${interval}`,
  choose: "Choose",
  switchTo: (plan: string) => `Switch to ${plan}`,
  /** On the cards of plans without hours of changes. */
  noChanges: "Changes aren’t included: each is quoted first.",
  /** Below the cards. */
  terms: [
    {
      title: "What we look after",
      text: "Applications that we built, or whose code we’ve read first. One application is one program, such as an order form or a website.",
    },
    {
      title: "When we reply",
      text: `${studio.replyTime} ${studio.businessDays}`,
    },
    {
      title: "Billing",
      text: `Billed ${BILLED} in US dollars. The free trial, one per account, includes the hours of changes. Cancel anytime from your account.`,
    },
  ],
  callToAction: {
    title: "Not sure which plan fits?",
    text: "Tell us what you run, and we’ll tell you what it needs.",
  },
} as const;

/** The highlighted plan. */
export const RECOMMENDED_PLAN: PlanId = "pro";
