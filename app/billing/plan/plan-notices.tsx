import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { checkoutNotice, planProblemLabel } from "~/content/billing/plan-status";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import type { PlanDescription } from "./plan-description";
import { PlanText } from "./plan-summary";
import type { Subscription } from "./subscription";

const POLL_MS = 2_000;
const MAX_POLLS = 15;

/** The greeting was shown and left: cached loader data must not show it again. A purchase loads a new document. */
let hasGreeted = false;

interface CheckoutNoticeProps {
  readonly subscription: Subscription;
  /** Set by the server once per subscription; the greeting stays until the reader leaves the page. */
  readonly isGreeted: boolean;
}

/** Notices at the top of the dashboard: a completed checkout, and a problem of the plan. */
export function PlanNotices({
  checkout,
  description,
}: {
  /** Null unless the reader returns from a checkout. */
  checkout: CheckoutNoticeProps | null;
  description: PlanDescription;
}) {
  return (
    <>
      {checkout ? (
        <div className="dashboard-notice">
          <CheckoutNotice {...checkout} />
        </div>
      ) : null}
      {description.isProblem ? (
        <div className="dashboard-notice">
          <PlanProblem description={description} />
        </div>
      ) : null}
    </>
  );
}

/** Greets a subscriber after checkout; polls until Stripe has confirmed the subscription. */
function CheckoutNotice({ subscription, isGreeted }: CheckoutNoticeProps) {
  const { planId, planIsActive, isLive } = subscription;
  const isFirst = isGreeted && !hasGreeted;
  const [wasGreeted, setWasGreeted] = useState(isFirst);
  if (isFirst && !wasGreeted) setWasGreeted(true);
  useEffect(() => {
    if (!wasGreeted) return;
    return () => {
      hasGreeted = true;
    };
  }, [wasGreeted]);
  const isPolling = usePolling(!isLive);
  if (planIsActive) {
    if (!wasGreeted) return null;
    return <Alert type="success">{checkoutNotice.subscribed(planId)}</Alert>;
  }
  // Live but not active: PlanProblem says what is wrong.
  if (isLive) return null;
  return (
    <Alert type="success">
      {isPolling ? checkoutNotice.pending : checkoutNotice.unconfirmed}{" "}
      {isPolling ? (
        <>
          <span className="needs-script">{checkoutNotice.updates}</span>
          <noscript>{checkoutNotice.reload}</noscript>
        </>
      ) : null}
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
      revalidate();
    }, POLL_MS);
    return () => clearTimeout(timer);
  }, [isPolling, polls, revalidate]);
  return isPolling;
}

/** Why the plan is paused, and the button to fix it. */
function PlanProblem({ description }: { description: PlanDescription }) {
  const { action } = description;
  return (
    <section
      aria-label={planProblemLabel}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-danger bg-danger-soft p-5 font-medium text-danger sm:px-6"
    >
      <div className="max-w-2xl">
        <PlanText description={{ ...description, action: null }} />
      </div>
      {action ? <ButtonLink to={action.to}>{action.label}</ButtonLink> : null}
    </section>
  );
}
