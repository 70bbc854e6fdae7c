import type { PlanDescription } from "~/billing/plan/plan-description";
import { PlanText } from "~/billing/plan/plan-summary";
import type { Subscription } from "~/billing/plan/subscription";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";

/** The account in short: what the plan is, where to change it, and the facts of it as small print. */
export function AccountCard({
  email,
  subscription,
  words,
}: {
  email: string;
  subscription: Pick<Subscription, "planId" | "status">;
  words: PlanDescription;
}) {
  return (
    <Card className="account-card">
      <h2 className="text-subheading">Your account</h2>
      <p>This list is yours alone. On the pro and business plans a star features an item.</p>
      <div className="stitch" />
      {words.isProblem ? null : (
        <div>
          <PlanText description={words} />
        </div>
      )}
      <ButtonLink to="/settings/general" variant="secondary" className="w-full">
        Settings
      </ButtonLink>
      <dl className="account-facts">
        <Fact name="Signed in as" value={email} />
        <Fact name="Plan" value={subscription.planId ?? "none"} />
        <Fact name="Subscription status" value={subscription.status ?? "none"} />
      </dl>
    </Card>
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
