import { useNavigation } from "react-router";
import { AccountForm } from "~/auth/session/account-form";
import { Button, ButtonLink, type ButtonVariant } from "~/ui/button";
import { getPortalPath, KEEP_PLAN_PATH, type LabeledLink, MANAGE_LINK } from "../plan/links";
import type { SubscriptionView } from "../plan/subscription-view.server";

const CANCEL_ACTION = { label: "Cancel plan", to: getPortalPath("cancel") };
const INVOICES_ACTION = { label: "Invoices and cards", to: getPortalPath("invoices") };

/** The plan's next steps. */
export function PlanButtons({ plan }: { plan: SubscriptionView }) {
  const { keepLabel, secondAction, isPaused, isLive } = plan;
  // What can be kept has a form.
  const action = keepLabel === null ? plan.action : null;
  return (
    <>
      {action ? <PlanButton action={action} variant={isPaused ? "primary" : "secondary"} /> : null}
      {secondAction ? <PlanButton action={secondAction} variant="secondary" /> : null}
      {isLive && keepLabel ? <KeepPlanForm label={keepLabel} /> : null}
      {isLive && action?.to !== MANAGE_LINK.to ? (
        <PlanButton action={MANAGE_LINK} variant="secondary" />
      ) : null}
      {isLive && !isPaused && !keepLabel ? (
        <PlanButton action={CANCEL_ACTION} variant="quiet" />
      ) : null}
      {plan.hasCustomer && !isLive ? <PlanButton action={INVOICES_ACTION} variant="quiet" /> : null}
    </>
  );
}

/** A link to the next step, as a button. */
export function PlanButton({ action, variant }: { action: LabeledLink; variant: ButtonVariant }) {
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
    <AccountForm action={KEEP_PLAN_PATH} className="grid">
      <Button variant="secondary" pending={state !== "idle" && formAction === KEEP_PLAN_PATH}>
        {label}
      </Button>
    </AccountForm>
  );
}
