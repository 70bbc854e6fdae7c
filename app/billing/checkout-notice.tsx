import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { Alert } from "~/ui/alert";
import type { Subscription } from "./subscription";

const RETRY_MS = 2_000;
const RETRIES = 15;

export interface CheckoutNoticeProps {
  readonly subscription: Subscription;
  /** The server greets each subscription once: it stays until the reader leaves the page. */
  readonly isGreeted: boolean;
}

/** Greets a subscriber who comes back from checkout; asks again while Stripe has not confirmed yet. */
export function CheckoutNotice({ subscription, isGreeted }: CheckoutNoticeProps) {
  const { planId, planIsActive, isLive } = subscription;
  const [wasGreeted, setWasGreeted] = useState(isGreeted);
  if (isGreeted && !wasGreeted) setWasGreeted(true);
  const isWaiting = useRetries(!isLive);
  if (planIsActive) {
    if (!wasGreeted) return null;
    const plan = planId ? ` to the ${planId} plan` : "";
    return <Alert type="success">{`You are now subscribed${plan}`}</Alert>;
  }
  // Live but not active: the summary of the subscription says what is wrong and what to do.
  if (isLive) return null;
  return (
    <Alert type="success">
      {isWaiting
        ? "Thank you! We are waiting for the payment service to confirm your subscription."
        : "The payment service has not confirmed your subscription yet. Nothing is lost: reload this page in a few minutes."}{" "}
      {isWaiting ? <HowItGoesOn /> : null}
    </Alert>
  );
}

function HowItGoesOn() {
  return (
    <>
      <span className="needs-script">This page updates by itself.</span>
      <noscript>Reload this page in a moment.</noscript>
    </>
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
