import { href } from "react-router";
import type { SubscriptionView } from "~/billing/plan/subscription-view.server";
import { PlanButton } from "~/billing/ui/plan-buttons";
import { findPlan } from "~/content/plans";
import { TextLink } from "~/ui/button";
import { LocalizedText } from "~/ui/time/local-time";

/** Dashboard card: the plan, a link to the settings, and account details. */
export function AccountSummary({
  email,
  plan,
  welcome,
}: {
  email: string;
  plan: SubscriptionView;
  welcome: SubscriptionView["welcome"];
}) {
  const none = plan.isPaymentPending ? "not confirmed yet" : "none";
  const included = plan.planIsActive ? findPlan(plan.planId) : undefined;
  return (
    <section className="card grid h-fit gap-5">
      <h2 className="text-subheading">Your account</h2>
      <div className="grid gap-3 empty:hidden">
        {plan.hasNotice ? null : (
          <>
            <p>
              <LocalizedText text={plan.text} />
            </p>
            {plan.action ? <PlanButton action={plan.action} variant="secondary" /> : null}
          </>
        )}
        {welcome && !plan.includesChanges ? (
          <p>
            <LocalizedText text={welcome} />
          </p>
        ) : null}
        {included ? <Included perks={included.perks} /> : null}
      </div>
      <TextLink to={href("/settings/general")} className="w-fit">
        Settings
      </TextLink>
      <dl className="facts">
        <Fact name="Signed in as" value={email} />
        <Fact name="Plan" value={plan.planName ?? none} />
        <Fact name="Subscription status" value={plan.status ?? none} />
      </dl>
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

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}: </dt>
      <dd>{value}</dd>
    </div>
  );
}
