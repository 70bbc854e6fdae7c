import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { AccountField } from "~/auth/account-field";
import {
  BILLING_DETAILS_PATH,
  CANCEL_ACTION,
  MANAGE_ACTION,
  newTabLabel,
  type PlanAction,
} from "~/content/billing/plan-actions";
import { Button, ButtonLink, type ButtonVariant } from "~/ui/button";
import { LocalizedText } from "~/ui/time/local-time";
import type { PlanView } from "./plan-view.server";

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
  // A next step is shown as the button, and not repeated as a link. What can be kept has a form.
  const { keepLabel, secondAction } = plan;
  const action = keepLabel === null ? plan.action : null;
  return (
    <>
      <p className={plan.requiresAction ? "font-medium text-danger" : "text-lead"}>
        <LocalizedText text={plan.text} />
      </p>
      {children}
      <div className="flex flex-wrap items-center gap-3">
        {leading}
        {action ? (
          <PlanButton action={action} variant={plan.requiresAction ? "primary" : "secondary"} />
        ) : null}
        {secondAction ? <PlanButton action={secondAction} variant="secondary" /> : null}
        {isLive && keepLabel ? <KeepPlanForm label={keepLabel} /> : null}
        {isLive && action?.to !== MANAGE_ACTION.to ? (
          <ButtonLink to={MANAGE_ACTION.to} variant="secondary">
            {MANAGE_ACTION.label}
          </ButtonLink>
        ) : null}
        {isLive && !plan.requiresAction && !plan.cancelAt ? (
          <ButtonLink to={CANCEL_ACTION.to} variant="quiet">
            {CANCEL_ACTION.label}
          </ButtonLink>
        ) : null}
      </div>
    </>
  );
}

/** The button of a plan's next step. */
export function PlanButton({ action, variant }: { action: PlanAction; variant?: ButtonVariant }) {
  const { label, to, isNewTab } = action;
  const newTab = isNewTab ? { target: "_blank", "aria-label": newTabLabel(label) } : {};
  return (
    <ButtonLink to={to} {...(variant ? { variant } : {})} {...newTab}>
      {label}
    </ButtonLink>
  );
}

/** Takes back a cancellation or a scheduled switch. */
function KeepPlanForm({ label }: { label: string }) {
  const { state, formAction } = useNavigation();
  return (
    <Form method="post" action={BILLING_DETAILS_PATH}>
      <AccountField />
      <Button variant="secondary" pending={state !== "idle" && formAction === BILLING_DETAILS_PATH}>
        {label}
      </Button>
    </Form>
  );
}
