import { href } from "react-router";
import { REQUEST_CHANGE } from "~/billing/plan/links";
import type { SubscriptionView } from "~/billing/plan/subscription-view.server";
import { PlanButton, PlanSentence } from "~/billing/ui/plan-buttons";
import { findPlan } from "~/content/plans";
import { ButtonLink, TextLink } from "~/ui/button";
import type { Moment } from "~/ui/time/dated-text";
import { LocalizedText, LocalTime } from "~/ui/time/local-time";

export interface ChangeRequest {
  readonly id: string;
  readonly sentAt: Moment;
  /** The first words. */
  readonly text: string;
}

/** Instead of the time of a reply, which an unpaid plan does not promise. */
const WHILE_PAUSED = "If you have a question about your plan, write to us.";

/** Dashboard card of a live plan: its price and contents, who answers by when, and what was requested. */
export function ChangeRequestCard({
  plan,
  welcome,
  requests,
  founders,
}: {
  plan: SubscriptionView;
  welcome: SubscriptionView["welcome"];
  requests: readonly ChangeRequest[];
  founders: readonly { readonly name: string; readonly label: string; readonly portrait: string }[];
}) {
  const included = findPlan(plan.planId);
  return (
    <section className="card care">
      {plan.hasNotice ? null : (
        <div className="care-plan">
          <h2 className="text-subheading">Your plan</h2>
          <PlanSentence plan={plan} />
          {included ? <Included perks={included.perks} /> : null}
        </div>
      )}
      <div className="grid gap-2">
        <h2 className="text-subheading">Who looks after your software</h2>
        <p>
          <LocalizedText text={welcome?.next ?? [plan.isPaused ? WHILE_PAUSED : plan.reply]} />
        </p>
        <p className="empty:hidden">{welcome?.prepare}</p>
      </div>
      <ul className="founders">
        {founders.map(({ name, label, portrait }) => (
          <li key={name}>
            <img src={portrait} alt={label} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {plan.includesChanges ? (
        <PlanButton action={REQUEST_CHANGE} variant={plan.hasNotice ? "secondary" : "primary"} />
      ) : (
        <ButtonLink to={href("/contact")} variant="secondary">
          Contact us
        </ButtonLink>
      )}
      {requests.length > 0 ? (
        <div className="requests">
          <h3>Your latest requests</h3>
          <ul>
            {requests.map(({ id, sentAt, text }) => (
              <li key={id}>
                <small>
                  <LocalTime {...sentAt} />
                </small>
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

function Included({ perks }: { perks: readonly string[] }) {
  return (
    <details className="perks">
      <summary>Your plan includes</summary>
      <ul>
        {perks.map((perk) => (
          <li key={perk}>{perk}</li>
        ))}
      </ul>
      <TextLink to={href("/pricing")}>Compare plans</TextLink>
    </details>
  );
}
