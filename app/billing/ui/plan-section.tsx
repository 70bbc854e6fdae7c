import { TextLink } from "~/ui/button";
import { LocalizedText } from "~/ui/time/local-time";
import { getPortalPath } from "../plan/links";
import type { SubscriptionView } from "../plan/subscription-view.server";
import { PlanButtons } from "./plan-buttons";
import { PlanNotice } from "./plan-notice";

/**
 * The plan, its card, and the next steps. Next payment and invoices are on Stripe's page, behind "Manage
 * billing".
 */
export function PlanSection({ plan }: { plan: SubscriptionView }) {
  const { text, isPaused, card, next, keepLabel } = plan;
  return (
    <section className="card grid gap-5">
      <h2 className="text-subheading">Plan</h2>
      {isPaused ? (
        <>
          <PlanNotice plan={plan} />
          <p className="empty:hidden">{plan.label}</p>
        </>
      ) : (
        <p>
          <LocalizedText text={text} />
        </p>
      )}
      {card ? (
        <p className="wrap-anywhere">
          <span className="text-ink-soft">Payment method:</span>{" "}
          <span className="inline-block max-w-full">{card}</span>{" "}
          {isPaused ? null : (
            <TextLink to={getPortalPath("card")} aria-label="Update your card" className="ms-2">
              Update
            </TextLink>
          )}
        </p>
      ) : null}
      {next && keepLabel ? (
        <p className="text-ink-soft">{`To cancel the plan, choose “${keepLabel}” first.`}</p>
      ) : null}
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center">
        <PlanButtons plan={plan} />
      </div>
    </section>
  );
}
