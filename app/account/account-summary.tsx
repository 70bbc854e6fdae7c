import { href } from "react-router";
import type { SubscriptionView } from "~/billing/plan/subscription-view.server";
import { ButtonLink, TextLink } from "~/ui/button";
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
  return (
    <section className="card h-fit">
      <h2 className="text-subheading">Your account</h2>
      {plan.hasChanges ? null : <p className="mt-3 text-ink-soft">Only you can see your list.</p>}
      <div className="stitch my-5" />
      {plan.isPaused ? null : (
        <div className="mb-5">
          <p>
            <LocalizedText text={plan.text} />{" "}
            {plan.action ? (
              <TextLink to={plan.action.to} className="whitespace-nowrap">
                {plan.action.label}
              </TextLink>
            ) : null}
          </p>
          {welcome ? (
            <p className="mt-3">
              <LocalizedText text={welcome} />
            </p>
          ) : null}
        </div>
      )}
      <ButtonLink to={href("/settings/general")} variant="secondary" className="w-full">
        Settings
      </ButtonLink>
      <dl className="mt-5 grid gap-1 border-line border-t pt-4 text-ink-soft text-sm">
        <Fact name="Signed in as" value={email} />
        <Fact name="Plan" value={plan.planName ?? none} />
        <Fact name="Subscription status" value={plan.status ?? none} />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="inline">{name}: </dt>
      {/* A long value moves to the next line as a whole, and only then breaks. */}
      <dd className="wrap-anywhere inline-block max-w-full">{value}</dd>
    </div>
  );
}
