import { PlanSentence } from "~/billing/plan-sentence";
import type { PlanWords } from "~/billing/plan-words";
import type { Subscription } from "~/billing/subscription";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";

/** The account in short: what the plan is, the facts of it, and where to change them. */
export function AccountCard({
  email,
  subscription,
  words,
}: {
  email: string;
  subscription: Pick<Subscription, "planId" | "status">;
  words: PlanWords;
}) {
  return (
    <Card className="h-fit">
      <h2 className="text-subheading">Your account</h2>
      <p className="mt-3 text-ink-soft">
        This list is yours alone. Pro and business subscribers can mark items with a star to feature
        them.
      </p>
      <div className="stitch my-5" />
      {words.isProblem ? null : (
        <div className="mb-5">
          <PlanSentence words={words} />
        </div>
      )}
      <dl className="grid gap-3 text-sm">
        <Fact name="Signed in as" value={email} />
        <Fact name="Plan" value={subscription.planId ?? "none"} />
        <Fact name="Subscription status" value={subscription.status ?? "none"} />
      </dl>
      <ButtonLink to="/settings/general" variant="secondary" className="mt-5 w-full">
        Settings
      </ButtonLink>
    </Card>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere font-medium">{value}</dd>
    </div>
  );
}
