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

/**
 * Dashboard card of a plan that includes changes: how to ask for one, who answers when, and what was asked.
 */
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
    <section className="card grid h-fit gap-5">
      <div>
        <h2 className="text-subheading">Who looks after your software</h2>
        <p className="mt-3 text-ink-soft">{plan.reply}</p>
      </div>
      <ul className="founders">
        {founders.map(({ name, label, portrait }) => (
          <li key={name}>
            <img src={portrait} alt={label} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {welcome ? (
        <p>
          <LocalizedText text={welcome} />
        </p>
      ) : null}
      <ButtonLink to={REQUEST_CHANGE.to} variant="secondary" className="w-full">
        {REQUEST_CHANGE.label}
      </ButtonLink>
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
