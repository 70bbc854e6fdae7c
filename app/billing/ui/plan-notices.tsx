import { useEffect, useState } from "react";
import { href, useRevalidator } from "react-router";
import { Alert } from "~/ui/alert";
import { LocalizedText } from "~/ui/time/local-time";
import type { SubscriptionView } from "../plan/subscription-view.server";
import { PlanNotice } from "./plan-notice";

const POLL_MS = 2_000;
const MAX_POLLS = 15;

interface PlanNoticesProps {
  readonly plan: SubscriptionView;
  /** A return from checkout: Stripe says that the user paid, or does not answer. */
  readonly checkout: "paid" | "unknown" | null;
}

/** Above the dashboard's list: a completed checkout, and a plan that is paused, canceled, or missing. */
export function PlanNotices({ plan, checkout }: PlanNoticesProps) {
  const [wasPaused] = useState(plan.isPaused);
  return (
    <div className="grid gap-10 empty:hidden">
      {checkout ? <CheckoutNotice plan={plan} checkout={checkout} /> : null}
      {plan.hasNotice ? <PlanNotice plan={plan} /> : null}
      {wasPaused && plan.planIsActive ? (
        <Alert type="success">Your plan is active now.</Alert>
      ) : null}
    </div>
  );
}

/** Greets a subscriber after checkout; polls until Stripe has confirmed the subscription. */
function CheckoutNotice({ plan, checkout }: PlanNoticesProps) {
  const { planName, planIsActive, isPaymentPending, welcome } = plan;
  const isPolling = usePolling(isPaymentPending);
  // Stripe did not say that this visit paid for it.
  if (planIsActive && checkout === "unknown" && !welcome) return null;
  if (planIsActive) {
    return (
      <Alert type="success">
        <strong>{`You are now subscribed${planName ? ` to the ${planName} plan` : ""}`}</strong>
        {welcome ? (
          <>
            <p>
              <LocalizedText text={welcome.next} />
            </p>
            <p>{welcome.prepare}</p>
          </>
        ) : null}
      </Alert>
    );
  }
  // PlanNotice says what is wrong with a plan that is live but not active.
  if (!isPaymentPending) return null;
  return (
    <Alert type="success">
      {isPolling ? (
        <p>
          {checkout === "paid" ? <span>Thank you! </span> : null}
          <span>We’re waiting for Stripe to confirm your subscription.</span>{" "}
          <span className="needs-script">This page updates automatically.</span>
          <noscript>
            <a className="link" href={href("/dashboard")}>
              Reload this page in a moment
            </a>
          </noscript>
        </p>
      ) : (
        <p>
          Stripe hasn’t confirmed your subscription yet. If you paid, please don’t pay again, and
          reload this page in a few minutes.
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
