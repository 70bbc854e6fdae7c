import { href } from "react-router";
import type { SubscriptionView } from "~/billing/plan/subscription-view.server";
import { findPlan } from "~/content/plans";
import { TextLink } from "~/ui/button";

/** Dashboard card: what the plan includes, account details, and a link to the settings. */
export function AccountSummary({ email, plan }: { email: string; plan: SubscriptionView }) {
  const none = plan.isPaymentPending ? "not confirmed yet" : "none";
  const included = plan.planIsActive ? findPlan(plan.planId) : undefined;
  return (
    <section className="card grid h-fit gap-5">
      <h2 className="text-subheading">Your account</h2>
      <div className="border-line border-b pb-5 empty:hidden">
        {included ? <Included perks={included.perks} /> : null}
      </div>
      <dl className="facts">
        <Fact name="Signed in as" value={email} />
        <Fact name="Plan" value={plan.planName ?? none} />
        <Fact name="Subscription status" value={plan.status ?? none} />
      </dl>
      <p className="flex flex-wrap gap-x-5 gap-y-2">
        <TextLink to={href("/settings/general")}>Settings</TextLink>
        {plan.isLive ? null : <TextLink to={href("/contact")}>Contact us</TextLink>}
      </p>
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
