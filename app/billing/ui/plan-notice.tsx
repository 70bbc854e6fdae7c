import { LocalizedText } from "~/ui/time/local-time";
import type { SubscriptionView } from "../plan/subscription-view.server";
import { PlanButton } from "./plan-buttons";
import { useRefreshOnReturn } from "./use-refresh";

/** Says that the plan is paused, canceled, or missing, with the next step. */
export function PlanNotice({ plan }: { plan: SubscriptionView }) {
  const { text, action, secondAction, isPaused } = plan;
  useRefreshOnReturn(isPaused);
  const tone = isPaused ? "alert-error" : "alert-neutral";
  return (
    <section aria-label="Your plan" className={`alert plan-notice ${tone}`}>
      <p>
        <LocalizedText text={text} />
      </p>
      <div>
        {action ? <PlanButton action={action} variant="primary" /> : null}
        {secondAction ? <PlanButton action={secondAction} variant="secondary" /> : null}
      </div>
    </section>
  );
}
