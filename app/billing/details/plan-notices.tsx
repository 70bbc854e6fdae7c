import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { Alert } from "~/ui/alert";
import { LocalizedText } from "~/ui/time/local-time";
import { CHECKED_OUT_PATH } from "../plan/plan-actions";
import { PlanButton } from "../plan/plan-buttons";
import type { PlanView, StoredPlan } from "../plan/plan-view.server";
import { useBillingDetails, useRecovery } from "./use-billing-details";

const POLL_MS = 2_000;
const MAX_POLLS = 15;

interface PlanNoticesProps {
  readonly plan: StoredPlan;
  readonly isBackFromCheckout: boolean;
}

/** Notices at the top of the dashboard: a completed checkout, and a problem of the plan. */
export function PlanNotices({ plan, isBackFromCheckout }: PlanNoticesProps) {
  // Stays to say that the payment went through.
  const [hasProblem, setHasProblem] = useState(plan.requiresAction);
  if (plan.requiresAction && !hasProblem) setHasProblem(true);
  return (
    <div className="grid gap-10 empty:hidden lg:col-span-2">
      {isBackFromCheckout ? <CheckoutNotice plan={plan} /> : null}
      {hasProblem ? <PlanProblem stored={plan} /> : null}
    </div>
  );
}

/** Greets a subscriber after checkout; polls until Stripe has confirmed the subscription. */
function CheckoutNotice({ plan }: Pick<PlanNoticesProps, "plan">) {
  const { planId, planIsActive, isAwaited, welcome } = plan;
  const isPolling = usePolling(isAwaited);
  if (planIsActive) {
    return (
      <Alert type="success">
        <p>{`You are now subscribed${planId ? ` to the ${planId} plan` : ""}`}</p>
        {welcome ? <p>We’ll email you within one business day.</p> : null}
      </Alert>
    );
  }
  // Live but not active: PlanProblem says what is wrong.
  if (!isAwaited) return null;
  return (
    <Alert type="success">
      {isPolling ? (
        <p>
          <span>
            Thank you! We’re waiting for our payment provider to confirm your subscription.
          </span>{" "}
          <span className="needs-script">This page updates automatically.</span>
          <noscript>
            <a className="link" href={CHECKED_OUT_PATH}>
              Reload this page in a moment
            </a>
          </noscript>
        </p>
      ) : (
        <p>
          Our payment provider hasn’t confirmed your subscription yet. Please reload this page in a
          few minutes.
        </p>
      )}
    </Alert>
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
 * Why the plan is paused, and the button to fix it. Stripe's details add what is due and when the card is
 * tried again; without them, and without scripts, the text is shorter.
 */
function PlanProblem({ stored }: { stored: PlanView }) {
  const { details } = useBillingDetails();
  const plan = details?.state === "loaded" ? details.plan : stored;
  const recovery = useRecovery(plan, details);
  if (recovery) return <Alert type="success">{recovery}</Alert>;
  const { text, action, secondAction, requiresAction } = plan;
  // It was fixed, and the webhook has not arrived yet.
  if (!requiresAction) return null;
  return (
    <section
      aria-label="Your plan"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-danger bg-danger-soft p-5 font-medium text-danger sm:px-6"
    >
      <p className="min-h-[5lh] max-w-2xl sm:min-h-[2lh] sm:content-center">
        <LocalizedText text={text} />
      </p>
      <div className="flex flex-wrap gap-3">
        {action ? <PlanButton action={action} variant="primary" /> : null}
        {secondAction ? <PlanButton action={secondAction} variant="secondary" /> : null}
      </div>
    </section>
  );
}
