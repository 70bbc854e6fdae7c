import { PlanSentence } from "~/billing/plan/plan-in-words";
import type { PlanDescription } from "~/billing/plan/plan-words";
import type { Subscription } from "~/billing/plan/subscription";
import { accountSummary } from "~/content/account";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";

/** Dashboard card: the plan, a link to the settings, and account details. */
export function AccountSummary({
  email,
  subscription,
  words,
}: {
  email: string;
  subscription: Pick<Subscription, "planId" | "status">;
  words: PlanDescription;
}) {
  return (
    <Card className="account-summary">
      <h2 className="text-subheading">{accountSummary.title}</h2>
      <p>{accountSummary.text}</p>
      <div className="stitch" />
      {words.isProblem ? null : (
        <div>
          <PlanSentence words={words} />
        </div>
      )}
      <ButtonLink to="/settings/general" variant="secondary" className="w-full">
        {accountSummary.settings}
      </ButtonLink>
      <dl className="account-facts">
        <Fact name={accountSummary.signedInAs} value={email} />
        <Fact name={accountSummary.plan} value={subscription.planId ?? accountSummary.none} />
        <Fact name={accountSummary.status} value={subscription.status ?? accountSummary.none} />
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
