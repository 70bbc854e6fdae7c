import { CHANGE_ACTION } from "~/billing/plan/links";
import type { SubscriptionView } from "~/billing/plan/subscription-view.server";
import { ButtonLink } from "~/ui/button";
import type { Moment } from "~/ui/time/dated-text";
import { LocalTime } from "~/ui/time/local-time";

export interface ChangeRequest {
  readonly id: string;
  readonly sentAt: Moment;
  /** The first words. */
  readonly text: string;
}

/**
 * Dashboard card of a plan that includes changes: how to ask for one, who answers when, and what was asked.
 */
export function ChangeCard({
  plan,
  requests,
  founders,
}: {
  plan: SubscriptionView;
  requests: readonly ChangeRequest[];
  founders: readonly { readonly name: string; readonly label: string; readonly portrait: string }[];
}) {
  return (
    <section className="card grid h-fit gap-5">
      <div>
        <h2 className="text-subheading">Who looks after your software</h2>
        <p className="mt-3 text-ink-soft">{plan.reply}</p>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2">
        {founders.map(({ name, label, portrait }) => (
          <li key={name} className="max-lg:flex max-lg:items-center max-lg:gap-3">
            <img src={portrait} alt={label} className="aspect-square w-14 rounded-card lg:w-full" />
            <span className="block font-medium lg:mt-2">{name}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to={CHANGE_ACTION.to} className="w-full">
        {CHANGE_ACTION.label}
      </ButtonLink>
      {requests.length > 0 ? (
        <div>
          <h3 className="font-semibold text-base tracking-normal">Your latest requests</h3>
          <ul className="mt-2 grid gap-2">
            {requests.map(({ id, sentAt, text }) => (
              <li key={id}>
                <span className="block text-ink-soft text-sm">
                  <LocalTime {...sentAt} />
                </span>
                <span className="wrap-anywhere line-clamp-2">{text}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}
