import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { nextSteps as nextStepsText } from "~/content/billing/next-steps";
import { checkoutNotice, planProblemLabel } from "~/content/billing/plan-status";
import type { DatedText } from "~/content/dated-text";
import { DASHBOARD_PATH } from "~/navigation/paths";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { LocalizedText } from "~/ui/time/local-time";
import type { PlanDescription } from "../plan/plan-description";
import { PlanText } from "../plan/plan-summary";
import type { Subscription } from "../plan/subscription";
import { useBillingDetails } from "./use-billing-details";

const POLL_MS = 2_000;
const MAX_POLLS = 15;

interface CheckoutNoticeProps {
  readonly subscription: Subscription;
  readonly nextSteps: readonly DatedText[];
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
function CheckoutNotice({ subscription, nextSteps }: CheckoutNoticeProps) {
  const { planId, planIsActive, isLive } = subscription;
  // The greeting stays until the reader leaves the page. A reload or the back button does not repeat it.
  useEffect(() => {
    if (planIsActive) window.history.replaceState(window.history.state, "", DASHBOARD_PATH);
  }, [planIsActive]);
  const isPolling = usePolling(!isLive);
  if (planIsActive) {
    return (
      <div className="grid gap-4">
        <Alert type="success">{checkoutNotice.subscribed(planId)}</Alert>
        <NextSteps steps={nextSteps} />
      </div>
    );
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
    <Card>
      <h2 className="text-subheading">{nextStepsText.heading}</h2>
      <ol className="mt-4 grid list-decimal gap-x-10 gap-y-3 ps-5 marker:text-ink-soft lg:grid-cols-3">
        {steps.map((step) => (
          <li key={JSON.stringify(step)} className="wrap-anywhere ps-1">
            <LocalizedText text={step} />
          </li>
        ))}
      </ol>
    </Card>
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
function PlanProblem({ description: stored }: { description: PlanDescription }) {
  const { details } = useBillingDetails(null);
  const description = details?.state === "loaded" ? details.description : stored;
  // It was fixed, and the webhook has not arrived yet.
  if (!description.isProblem) return null;
  const { action } = description;
  return (
    <section
      aria-label={planProblemLabel}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-danger bg-danger-soft p-5 font-medium text-danger sm:px-6"
    >
      <div className="min-h-[5lh] max-w-2xl sm:min-h-[2lh]">
        <PlanText description={{ ...description, action: null }} />
      </div>
      {action ? <ButtonLink to={action.to}>{action.label}</ButtonLink> : null}
    </section>
  );
}
