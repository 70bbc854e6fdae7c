import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { Alert } from "~/ui/alert";
import type { Subscription } from "./subscription";

const RETRY_MS = 2_000;
const RETRIES = 15;

/** Greets a subscriber who comes back from checkout; asks again while Stripe has not confirmed yet. */
export function CheckoutNotice({ subscription }: { subscription: Subscription }) {
  const { planId, planIsActive, isLive } = subscription;
  const isWaiting = useRetries(!isLive);
  if (planIsActive) {
    const plan = planId ? ` to the ${planId} plan` : "";
    return <Alert type="success">{`You are now subscribed${plan}`}</Alert>;
  }
  // Live but not active: the summary of the subscription says what is wrong and what to do.
  if (isLive) return null;
  return (
    <Alert type="success">
      {isWaiting
        ? "Thank you! We are waiting for the payment service to confirm your subscription; this page updates by itself."
        : "The payment service has not confirmed your subscription yet. Nothing is lost: reload this page in a few minutes."}
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
