import type { ReactNode } from "react";
import { Link } from "react-router";
import { CANCEL_ACTION, MANAGE_ACTION } from "~/content/billing/plan-actions";
import type { PlanDescription } from "~/content/billing/plan-status.server";
import { isPublicPath } from "~/content/marketing/public-paths";
import { ButtonLink } from "~/ui/button";
import { LocalizedText } from "~/ui/time/local-time";
import type { PlanView } from "./plan-view.server";

/** What to say about a plan, with a link to its next step. */
export function PlanText({ text, action }: Pick<PlanDescription, "text" | "action">) {
  return (
    <p>
      <LocalizedText text={text} />{" "}
      {action ? (
        <Link
          to={action.to}
          reloadDocument={isPublicPath(action.to)}
          className="link whitespace-nowrap"
        >
          {action.label}
        </Link>
      ) : null}
    </p>
  );
}

/** What to say about a plan, its details as `children`, and the buttons: next step, billing portal, cancel. */
export function PlanSummary({
  plan,
  isLive,
  leading,
  children,
}: {
  plan: PlanView;
  /** The stored plan has not ended, so the billing portal opens. */
  isLive: boolean;
  /** In front of the buttons. */
  leading?: ReactNode;
  children?: ReactNode;
}) {
  // A single next step is shown as the button, and not repeated as a link.
  const action = plan.requiresAction || !isLive ? plan.action : null;
  return (
    <>
      <div className={plan.requiresAction ? "font-medium text-danger" : "text-lead"}>
        <PlanText text={plan.text} action={action ? null : plan.action} />
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        {leading}
        {action ? (
          <ButtonLink to={action.to} variant={plan.requiresAction ? "primary" : "secondary"}>
            {action.label}
          </ButtonLink>
        ) : null}
        {isLive && action?.to !== MANAGE_ACTION.to ? (
          <ButtonLink to={MANAGE_ACTION.to} variant="secondary">
            {MANAGE_ACTION.label}
          </ButtonLink>
        ) : null}
        {isLive && !plan.action ? (
          <ButtonLink to={CANCEL_ACTION.to} variant="quiet">
            {CANCEL_ACTION.label}
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}
