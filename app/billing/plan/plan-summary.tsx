import type { ReactNode } from "react";
import { Link } from "react-router";
import { MANAGE_ACTION } from "~/content/billing/plan-status";
import { isPublicPath } from "~/content/public-paths";
import { ButtonLink } from "~/ui/button";
import { ReaderText } from "~/ui/time/reader-time";
import type { AccountPlan, PlanDescription } from "./plan-description";

/** A plan's description, with a link to its next step. */
export function PlanText({ description: { text, action } }: { description: PlanDescription }) {
  return (
    <p>
      <ReaderText text={text} />{" "}
      {action ? (
        <Link to={action.to} reloadDocument={isPublicPath(action.to)} className="link">
          {action.label}
        </Link>
      ) : null}
    </p>
  );
}

/** A plan's description, its details as `children`, and a button for the next step. */
export function PlanSummary({
  plan,
  description,
  leading,
  children,
}: {
  plan: AccountPlan;
  description: PlanDescription;
  /** In front of the button. */
  leading?: ReactNode;
  children?: ReactNode;
}) {
  // A single next step is shown as the button, and not repeated as a link.
  const action = description.isProblem || !plan.isLive ? description.action : null;
  const button = action ?? MANAGE_ACTION;
  return (
    <>
      <div className={description.isProblem ? "font-medium text-danger" : "text-lead"}>
        <PlanText description={action ? { ...description, action: null } : description} />
      </div>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        {leading}
        <ButtonLink to={button.to} variant={description.isProblem ? "primary" : "secondary"}>
          {button.label}
        </ButtonLink>
      </div>
    </>
  );
}
