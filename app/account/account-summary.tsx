import { href } from "react-router";
import type { StoredPlan } from "~/billing/plan/plan-view.server";
import { ButtonLink, TextLink } from "~/ui/button";
import { LocalizedText } from "~/ui/time/local-time";

/** Dashboard card: the plan, a link to the settings, and account details. */
export function AccountSummary({ email, plan }: { email: string; plan: StoredPlan }) {
  return (
    <section className="card account-summary">
      <h2 className="text-subheading">Your account</h2>
      <p>Only you can see your list.</p>
      <div className="stitch" />
      {plan.requiresAction ? null : (
        <div>
          <p>
            <LocalizedText text={plan.text} />{" "}
            {plan.action ? (
              <TextLink to={plan.action.to} className="whitespace-nowrap">
                {plan.action.label}
              </TextLink>
            ) : null}
          </p>
          {plan.welcome ? (
            <p className="mt-3">
              <LocalizedText text={plan.welcome} />
            </p>
          ) : null}
        </div>
      )}
      <ButtonLink to={href("/settings/general")} variant="secondary" className="w-full">
        Settings
      </ButtonLink>
      <dl className="account-facts">
        <Fact name="Signed in as" value={email} />
        <Fact name="Plan" value={plan.planId ?? "none"} />
        <Fact name="Subscription status" value={plan.status ?? "none"} />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}: </dt>
      <dd>{value}</dd>
    </div>
  );
}
