import type { ReactNode } from "react";
import { Link } from "react-router";
import { CANCEL_ACTION, MANAGE_ACTION } from "~/content/billing/plan-status";
import { isPublicPath } from "~/content/marketing/public-paths";
import { ButtonLink } from "~/ui/button";
import { LocalizedText } from "~/ui/time/local-time";
import type { AccountPlan, PlanDescription } from "./plan-description";

/** A plan's description, with a link to its next step. */
export function PlanText({ description: { text, action } }: { description: PlanDescription }) {
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

/** A plan's description, its details as `children`, and the buttons: next step, billing portal, cancel. */
export function PlanSummary({
  plan,
  description,
  leading,
  children,
}: {
  plan: AccountPlan;
  description: PlanDescription;
  /** In front of the buttons. */
  leading?: ReactNode;
  children?: ReactNode;
}) {
  // A single next step is shown as the button, and not repeated as a link.
  const action = description.isProblem || !plan.isLive ? description.action : null;
  return (
    <>
      <div className={description.isProblem ? "font-medium text-danger" : "text-lead"}>
        <PlanText description={action ? { ...description, action: null } : description} />
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        {leading}
        {action ? (
          <ButtonLink to={action.to} variant={description.isProblem ? "primary" : "secondary"}>
            {action.label}
          </ButtonLink>
        ) : null}
        {plan.isLive && action?.to !== MANAGE_ACTION.to ? (
          <ButtonLink to={MANAGE_ACTION.to} variant="secondary">
            {MANAGE_ACTION.label}
          </ButtonLink>
        ) : null}
        {plan.isLive && !description.action ? (
          <ButtonLink to={CANCEL_ACTION.to} variant="quiet">
            {CANCEL_ACTION.label}
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}
