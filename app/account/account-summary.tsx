import { href } from "react-router";
import type { SubscriptionView } from "~/billing/plan/subscription-view.server";
import { TextLink } from "~/ui/button";

/** Dashboard card: account details, and a link to the settings. */
export function AccountSummary({ email, plan }: { email: string; plan: SubscriptionView }) {
  const none = plan.isPaymentPending ? "not confirmed yet" : "none";
  return (
    <section className="card grid h-fit gap-5">
      <h2 className="text-subheading">Your account</h2>
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

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}: </dt>
      <dd>{value}</dd>
    </div>
  );
}
