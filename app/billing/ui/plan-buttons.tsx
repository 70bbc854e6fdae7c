import { href, useNavigation } from "react-router";
import { AccountForm } from "~/auth/session/account-form";
import { Button, ButtonLink, type ButtonVariant, TextLink } from "~/ui/button";
import { LocalizedText } from "~/ui/time/local-time";
import { getPortalPath, KEEP_PLAN_PATH, type LabeledLink, MANAGE_LINK } from "../plan/links";
import type { SubscriptionView } from "../plan/subscription-view.server";

/** The plan's next steps. */
export function PlanButtons({ plan }: { plan: SubscriptionView }) {
  const { keepLabel, isPaused, isLive, cancelAt, next } = plan;
  // What can be kept has a form; what ends a pause is in the notice.
  const action = keepLabel === null && !isPaused ? plan.action : null;
  return (
    <>
      {action ? <PlanButton action={action} variant="primary" /> : null}
      {isLive && keepLabel ? <KeepPlanForm label={keepLabel} /> : null}
      {isLive ? (
        <>
          <PlanButton action={MANAGE_LINK} variant="secondary" />
          <div className="flex flex-wrap gap-x-6 sm:gap-x-3">
            {isPaused ? null : <PlanLink to={href("/pricing")}>Change plan</PlanLink>}
            {cancelAt || next ? null : (
              <PlanLink to={getPortalPath("cancel")}>Cancel plan</PlanLink>
            )}
          </div>
        </>
      ) : null}
      {plan.hasCustomer && !isLive ? (
        <PlanLink to={getPortalPath("invoices")}>Invoices and cards</PlanLink>
      ) : null}
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

/** The plan in a sentence, with its next step. */
export function PlanSentence({ plan: { text, action } }: { plan: SubscriptionView }) {
  return (
    <>
      <p>
        <LocalizedText text={text} />
      </p>
      {action ? <PlanButton action={action} variant="secondary" /> : null}
    </>
  );
}

function PlanLink({ to, children }: { to: string; children: string }) {
  return (
    <TextLink to={to} className="my-2 w-fit sm:mx-2">
      {children}
    </TextLink>
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
