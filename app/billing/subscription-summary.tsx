import { Link } from "react-router";
import type { BillingDate } from "./billing-date";
import { isActiveStatus, type Subscription } from "./subscription";

/** A user's subscription in words: the plan, what happens next and when, and what to do about it. */
export function SubscriptionSummary({ subscription }: { subscription: Subscription }) {
  if (!subscription.isLive) {
    return (
      <p>
        {subscription.status === null ? "You have no plan yet." : "Your plan has ended."}{" "}
        <Link reloadDocument to="/pricing">
          See the plans
        </Link>
      </p>
    );
  }
  return (
    <p>
      <strong>{subscription.planName ?? "Your"} plan</strong>{" "}
      <NextStep subscription={subscription} />
    </p>
  );
}

function NextStep({ subscription }: { subscription: Subscription }) {
  const { status, isPastDue, cancelAt, trialEnd, currentPeriodEnd } = subscription;
  if (isPastDue) {
    return (
      <>
        is past due: the last payment failed, and the plan rests until it is paid.{" "}
        <Link to="/settings/billing">Update your card</Link>
      </>
    );
  }
  if (status === "paused") {
    return (
      <>
        is paused: the trial ended without a card. <Link to="/settings/billing">Add a card</Link>
      </>
    );
  }
  if (status === "incomplete") {
    return (
      <>
        has not started: the first payment is not complete.{" "}
        <Link to="/settings/billing">Complete the payment</Link>
      </>
    );
  }
  if (status !== null && !isActiveStatus(status)) {
    return (
      <>
        has the status “{status}”, which we do not know yet, and rests.{" "}
        <Link to="/settings/billing">See what the payment service says</Link>
      </>
    );
  }
  if (cancelAt) {
    return (
      <>
        cancels on <Day date={cancelAt} />. Until then nothing changes.{" "}
        <Link to="/settings/billing">Keep the plan</Link>
      </>
    );
  }
  if (trialEnd) {
    return (
      <>
        trial ends on <Day date={trialEnd} />, then the first month is charged.
      </>
    );
  }
  if (currentPeriodEnd) {
    return (
      <>
        renews on <Day date={currentPeriodEnd} />.
      </>
    );
  }
  return <>is {status}.</>;
}

function Day({ date }: { date: BillingDate }) {
  return <time dateTime={date.iso}>{date.text}</time>;
}
