import { href } from "react-router";
import { REQUEST_CHANGE } from "~/billing/plan/links";
import type { SubscriptionView } from "~/billing/plan/subscription-view.server";
import { ButtonLink } from "~/ui/button";
import type { DatedText, Moment } from "~/ui/time/dated-text";
import { LocalizedText, LocalTime } from "~/ui/time/local-time";

export interface ChangeRequest {
  readonly id: string;
  readonly sentAt: Moment;
  /** The first words. */
  readonly text: string;
}

/** Dashboard card of a live plan: who answers by when, how to reach them, and what was requested. */
export function ChangeRequestCard({
  plan,
  welcome,
  requests,
  founders,
}: {
  plan: SubscriptionView;
  welcome: DatedText | null;
  requests: readonly ChangeRequest[];
  founders: readonly { readonly name: string; readonly label: string; readonly portrait: string }[];
}) {
  return (
    <section className="card care">
      <div>
        <h2 className="text-subheading">Who looks after your software</h2>
        <p className="mt-2 text-ink-soft max-sm:text-sm lg:mt-3">
          <LocalizedText text={welcome ?? [plan.reply]} />
        </p>
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
        <ButtonLink to={REQUEST_CHANGE.to}>{REQUEST_CHANGE.label}</ButtonLink>
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
