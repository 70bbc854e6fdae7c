import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { checkoutNotice } from "~/content/plan-status";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { PlanSentence } from "./plan-in-words";
import type { PlanDescription } from "./plan-words";
import type { Subscription } from "./subscription";

const RETRY_MS = 2_000;
const RETRIES = 15;

/** Left a greeting behind: the page cache must not greet again. A purchase always begins a new document. */
let hasGreeted = false;

interface CheckoutNoticeProps {
  readonly subscription: Subscription;
  /** The server greets each subscription once: it stays until the reader leaves the page. */
  readonly isGreeted: boolean;
}

/** Above the dashboard: that a checkout is done, and what is wrong with a plan. */
export function PlanNotices({
  checkout,
  words,
}: {
  /** Null unless the page is the return from a checkout. */
  checkout: CheckoutNoticeProps | null;
  words: PlanDescription;
}) {
  return (
    <>
      {checkout ? (
        <div className="dashboard-notice">
          <CheckoutNotice {...checkout} />
        </div>
      ) : null}
      {words.isProblem ? (
        <div className="dashboard-notice">
          <PlanProblem words={words} />
        </div>
      ) : null}
    </>
  );
}

/** Greets a subscriber who comes back from checkout; asks again while Stripe has not confirmed yet. */
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
  const isWaiting = useRetries(!isLive);
  if (planIsActive) {
    if (!wasGreeted) return null;
    return <Alert type="success">{checkoutNotice.subscribed(planId)}</Alert>;
  }
  // Live but not active: the summary of the subscription says what is wrong and what to do.
  if (isLive) return null;
  return (
    <Alert type="success">
      {isWaiting ? checkoutNotice.waiting : checkoutNotice.unconfirmed}{" "}
      {isWaiting ? (
        <>
          <span className="needs-script">{checkoutNotice.updates}</span>
          <noscript>{checkoutNotice.reload}</noscript>
        </>
      ) : null}
    </Alert>
  );
}

/** Reloads the page's data every two seconds, for half a minute, while `isNeeded`. */
function useRetries(isNeeded: boolean): boolean {
  const { revalidate } = useRevalidator();
  const [tries, setTries] = useState(0);
  const isWaiting = isNeeded && tries < RETRIES;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setTries(tries + 1);
      revalidate();
    }, RETRY_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, tries, revalidate]);
  return isWaiting;
}

/** What keeps a plan from running, and the button to fix it. */
function PlanProblem({ words }: { words: PlanDescription }) {
  const { todo } = words;
  return (
    <section
      aria-label="Your plan"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card border border-danger bg-danger-soft p-5 font-medium text-danger sm:px-6"
    >
      <div className="max-w-2xl">
        <PlanSentence words={{ ...words, todo: null }} />
      </div>
      {todo ? <ButtonLink to={todo.to}>{todo.label}</ButtonLink> : null}
    </section>
  );
}
