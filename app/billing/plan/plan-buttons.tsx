import { href, useNavigation } from "react-router";
import { AccountForm } from "~/auth/session/account-form";
import { CHANGE_PLANS } from "~/content/plans";
import { Button, ButtonLink, type ButtonVariant } from "~/ui/button";
import {
  BILLING_DETAILS_PATH,
  getPortalPath,
  MANAGE_ACTION,
  type PlanAction,
} from "./plan-actions";
import type { PlanView } from "./plan-view.server";

const CHANGE_ACTION = { label: "Request a change", to: `${href("/contact")}?topic=change` };
const CANCEL_ACTION = { label: "Cancel plan", to: getPortalPath("cancel") };

/** The plan's next steps. `isLive`: the stored plan has not ended, so the billing portal opens. */
export function PlanButtons({ plan, isLive }: { plan: PlanView; isLive: boolean }) {
  const { keepLabel, secondAction, requiresAction, planId } = plan;
  // What can be kept has a form.
  const action = keepLabel === null ? plan.action : null;
  const hasChanges = planId !== null && CHANGE_PLANS.includes(planId);
  return (
    <>
      {isLive && hasChanges && !requiresAction ? (
        <PlanButton action={CHANGE_ACTION} variant="primary" />
      ) : null}
      {action ? (
        <PlanButton action={action} variant={requiresAction ? "primary" : "secondary"} />
      ) : null}
      {secondAction ? <PlanButton action={secondAction} variant="secondary" /> : null}
      {isLive && keepLabel ? <KeepPlanForm label={keepLabel} /> : null}
      {isLive && action?.to !== MANAGE_ACTION.to ? (
        <PlanButton action={MANAGE_ACTION} variant="secondary" />
      ) : null}
      {isLive && !requiresAction && !plan.cancelAt ? (
        <PlanButton action={CANCEL_ACTION} variant="quiet" />
      ) : null}
    </>
  );
}

/** A link to the next step, as a button. */
export function PlanButton({ action, variant }: { action: PlanAction; variant: ButtonVariant }) {
  const { label, name, to, isNewTab } = action;
  return (
    <ButtonLink
      to={to}
      variant={variant}
      aria-label={name}
      target={isNewTab ? "_blank" : undefined}
    >
      {label}
    </ButtonLink>
  );
}

/** Undoes a cancellation or a scheduled switch. */
function KeepPlanForm({ label }: { label: string }) {
  const { state, formAction } = useNavigation();
  return (
    <AccountForm action={BILLING_DETAILS_PATH}>
      <Button variant="secondary" pending={state !== "idle" && formAction === BILLING_DETAILS_PATH}>
        {label}
      </Button>
    </AccountForm>
  );
}
