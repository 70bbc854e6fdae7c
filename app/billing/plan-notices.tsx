import { CheckoutNotice, type CheckoutNoticeProps } from "./checkout-notice";
import { PlanProblem } from "./plan-problem";
import type { PlanWords } from "./plan-words";

/** What is to be said about a plan above the dashboard: that a checkout is done, and that something is wrong. */
export function PlanNotices({
  checkout,
  words,
}: {
  /** Null where nobody comes back from a checkout. */
  checkout: CheckoutNoticeProps | null;
  words: PlanWords;
}) {
  return (
    <>
      {checkout ? (
        <div className="dashboard-notice">
          <CheckoutNotice {...checkout} />
        </div>
      ) : null}
      {words.isProblem ? (
        <div className="dashboard-notice">
          <PlanProblem words={words} />
        </div>
      ) : null}
    </>
  );
}
