import { useEffect, useState } from "react";
import { href, Link, useRevalidator } from "react-router";
import { nextSteps as nextStepsText } from "~/content/billing/next-steps";
import {
  checkoutNotice,
  NEXT_STEPS_READ_PARAM,
  planProblemLabel,
} from "~/content/billing/plan-actions";
import type { DatedText } from "~/content/dated-text";
import { Alert } from "~/ui/alert";
import { LocalizedText } from "~/ui/time/local-time";
import { PlanButton } from "../plan/plan-buttons";
import type { PlanView, StoredPlan } from "../plan/plan-view.server";
import { useBillingDetails } from "./use-billing-details";

const POLL_MS = 2_000;
const MAX_POLLS = 15;

interface PlanNoticesProps {
  readonly plan: StoredPlan;
  readonly isBackFromCheckout: boolean;
  /** What happens after a purchase; null unless it was a few days ago and this was not dismissed. */
  readonly nextSteps: readonly DatedText[] | null;
}

/** Notices at the top of the dashboard: a completed checkout, and a problem of the plan. */
export function PlanNotices({ plan, isBackFromCheckout, nextSteps }: PlanNoticesProps) {
  return (
    <>
      {isBackFromCheckout || nextSteps ? (
        <div className="dashboard-notice grid gap-4">
          {isBackFromCheckout ? <CheckoutNotice plan={plan} /> : null}
          {nextSteps ? <NextSteps steps={nextSteps} /> : null}
        </div>
      ) : null}
      {plan.requiresAction ? (
        <div className="dashboard-notice">
          <PlanProblem stored={plan} />
        </div>
      ) : null}
    </>
  );
}

/** Greets a subscriber after checkout; polls until Stripe has confirmed the subscription. */
function CheckoutNotice({ plan }: Pick<PlanNoticesProps, "plan">) {
  const { planId, planIsActive, isLive } = plan;
  // The greeting stays until the reader leaves the page. A reload or the back button does not repeat it.
  useEffect(() => {
    if (planIsActive) window.history.replaceState(window.history.state, "", href("/dashboard"));
  }, [planIsActive]);
  const isPolling = usePolling(!isLive);
  if (planIsActive) {
    return <Alert type="success">{checkoutNotice.subscribed(planId)}</Alert>;
  }
  // Live but not active: PlanProblem says what is wrong.
  if (isLive) return null;
  return (
    <Alert type="success">
      <span>{isPolling ? checkoutNotice.pending : checkoutNotice.unconfirmed}</span>{" "}
      {isPolling ? (
        <>
          <span className="needs-script">{checkoutNotice.updates}</span>
          <noscript>{checkoutNotice.reload}</noscript>
        </>
      ) : null}
    </Alert>
  );
}

function NextSteps({ steps }: { steps: readonly DatedText[] }) {
  return (
    <section className="card">
      <h2 className="text-subheading">{nextStepsText.heading}</h2>
      <ol className="mt-4 grid list-decimal gap-x-10 gap-y-3 ps-5 marker:text-ink-soft lg:grid-cols-3">
        {steps.map((step) => (
          <li key={JSON.stringify(step)} className="wrap-anywhere ps-1">
            <LocalizedText text={step} />
          </li>
        ))}
      </ol>
      <Link
        to={`${href("/dashboard")}?${NEXT_STEPS_READ_PARAM}`}
        replace
        preventScrollReset
        className="link mt-4 inline-block"
      >
        {nextStepsText.dismiss}
      </Link>
    </section>
  );
}

/** Revalidates every two seconds, for up to half a minute, while `isNeeded`. True while polling. */
function usePolling(isNeeded: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [polls, setPolls] = useState(0);
  const isPolling = isNeeded && polls < MAX_POLLS;
  useEffect(() => {
    if (!isPolling) return;
    const timer = setTimeout(() => {
      setPolls(polls + 1);
      void revalidate();
    }, POLL_MS);
    return () => clearTimeout(timer);
  }, [isPolling, polls, revalidate]);
  return isPolling;
}

/**
 * Why the plan is paused, and the button to fix it. Stripe's details add what is due and when the card is tried again;
 * without them, and without scripts, the text is shorter.
 */
function PlanProblem({ stored }: { stored: PlanView }) {
  const { details } = useBillingDetails(null);
  const { text, action, secondAction, requiresAction } =
    details?.state === "loaded" ? details.plan : stored;
  // It was fixed, and the webhook has not arrived yet.
  if (!requiresAction) return null;
  return (
    <section
      aria-label={planProblemLabel}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-danger bg-danger-soft p-5 font-medium text-danger sm:px-6"
    >
      <p className="min-h-[5lh] max-w-2xl sm:min-h-[2lh]">
        <LocalizedText text={text} />
      </p>
      <div className="flex flex-wrap gap-3">
        {action ? <PlanButton action={action} variant="primary" /> : null}
        {secondAction ? <PlanButton action={secondAction} variant="secondary" /> : null}
      </div>
    </section>
  );
}
