/** What a plan is and what happens next, in words, for every state that Stripe knows. Runs on the server. */
import { type DatedText, dated, type Moment } from "~/ui/dated-text";
import { isActiveStatus, type NextPlan } from "./subscription";

/** What there is to know of somebody's plan. */
export interface PlanState {
  /** As Stripe says it; null before the first subscription. */
  readonly status: string | null;
  /** Null for a subscription that is none of our plans. */
  readonly planName: string | null;
  /** "$250 a month"; null where it is not known. */
  readonly price: string | null;
  readonly trialEnd: Moment | null;
  readonly cancelAt: Moment | null;
  readonly currentPeriodEnd: Moment | null;
  /** What takes its place at the end of the period; null for nothing. */
  readonly next: NextPlan | null;
}

/** A plan in a sentence or two, and what there is to do about it. */
export interface PlanWords {
  readonly text: DatedText;
  readonly todo: { readonly label: string; readonly to: string } | null;
  /** The plan rests until somebody does something. */
  readonly isProblem: boolean;
}

const PORTAL = "/settings/billing";
const SEE_PLANS = { label: "See the plans", to: "/pricing" };

/** Says it. */
export function planWords(state: PlanState): PlanWords {
  const { status, planName } = state;
  const name = planName === null ? "plan" : `${planName} plan`;
  switch (status) {
    case null:
      return { text: ["You have no plan."], todo: SEE_PLANS, isProblem: false };
    case "canceled":
      return {
        text: [`Your ${name} has ended.`],
        todo: SEE_PLANS,
        isProblem: false,
      };
    case "incomplete_expired":
      return {
        text: dated`Your ${name} never started: its first payment was not made in time.`,
        todo: SEE_PLANS,
        isProblem: false,
      };
    default:
      return isActiveStatus(status) ? running(state) : resting(status, name);
  }
}

/** A plan that gives access. */
function running(state: PlanState): PlanWords {
  const { cancelAt, planName } = state;
  const isTrial = state.status === "trialing";
  const plan = planName === null ? "your" : `the ${planName}`;
  const kind = isTrial ? "trial" : "plan";
  const until = cancelAt ?? (isTrial ? state.trialEnd : null);
  const where = `On ${plan} ${kind}`;
  if (cancelAt) {
    const rest = isTrial ? "will not turn into a paid plan" : "will not renew";
    return {
      text: dated`${where} until ${cancelAt}. It is canceled and ${rest}.`,
      todo: { label: "Keep the plan", to: PORTAL },
      isProblem: false,
    };
  }
  return { text: dated`${where}${followed(state, until)}`, todo: null, isProblem: false };
}

/** What comes after where somebody is now. */
function followed(state: PlanState, until: Moment | null): DatedText {
  const { next, price, currentPeriodEnd } = state;
  const end = until ?? currentPeriodEnd;
  if (next && end) {
    const cost = next.price === null ? "" : `, ${next.price}`;
    return dated` until ${end}. Then ${next.planName ?? "a different price"}${cost}.`;
  }
  if (until) return dated` until ${until}.${price === null ? "" : ` Then ${price}.`}`;
  const cost = price === null ? "." : `, ${price}.`;
  return currentPeriodEnd ? dated`${cost} It renews on ${currentPeriodEnd}.` : [cost];
}

/** A plan that is not over and gives no access. */
function resting(status: string, name: string): PlanWords {
  const problem = (text: string, label: string): PlanWords => ({
    text: [text],
    todo: { label, to: PORTAL },
    isProblem: true,
  });
  if (status === "unpaid") {
    return problem(
      `Your ${name} has not been paid, and rests. The card is not tried again by itself: update it and pay what is open.`,
      "Pay what is open",
    );
  }
  if (status === "past_due") {
    return problem(
      `The last payment for your ${name} failed, and the plan rests until it is paid.`,
      "Update your card",
    );
  }
  if (status === "paused") {
    return problem(
      `Your ${name} is paused: the trial ended without a card. Nothing is charged.`,
      "Add a card",
    );
  }
  if (status === "incomplete") {
    return problem(
      `Your ${name} has not started: the first payment is not complete.`,
      "Complete the payment",
    );
  }
  return problem(
    `Your ${name} has the status “${status}”, which we do not know yet, and rests.`,
    "See what the payment service says",
  );
}
