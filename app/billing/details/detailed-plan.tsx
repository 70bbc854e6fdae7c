import { type ReactNode, useEffect, useRef } from "react";
import { billingDetailLabels } from "~/content/billing/billing-details";
import { getPortalPath } from "~/content/billing/plan-status";
import { Button, TextLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { LocalizedText } from "~/ui/time/local-time";
import type { AccountPlan } from "../plan/plan-description";
import { PlanSummary } from "../plan/plan-summary";
import { AWAIT_DETAILS_PARAM, type BillingDetails } from "./billing-details";
import { InvoiceList } from "./invoice-list";
import { useBillingDetails } from "./use-billing-details";

const DETAILS_PAGE = `/settings/general?${AWAIT_DETAILS_PARAM}`;

export interface DetailedPlanProps {
  readonly plan: AccountPlan;
  /** From the page's loader; null when they are loaded after the page. */
  readonly details: BillingDetails | null;
  readonly isFormResponse: boolean;
}

/** The plan of a Stripe customer, with Stripe's details as soon as they are loaded. */
export function DetailedPlan({ plan, details: initial, isFormResponse }: DetailedPlanProps) {
  const { details, isLoading, load } = useBillingDetails(initial);
  const isUnavailable = details?.state === "unavailable";
  const isLoaded = details?.state === "loaded";
  const facts = useRef<HTMLDListElement>(null);
  // A successful retry removes the focused button: move the focus to the loaded facts.
  useEffect(() => {
    if (!isUnavailable) return;
    return () => {
      if (document.activeElement === document.body) facts.current?.focus();
    };
  }, [isUnavailable]);
  return (
    <PlanSummary
      plan={plan}
      description={isLoaded ? details.description : plan.description}
      leading={isUnavailable ? <Retry isLoading={isLoading} load={load} /> : null}
    >
      <dl
        ref={facts}
        tabIndex={-1}
        className="grid empty:hidden gap-x-6 gap-y-3 sm:grid-cols-[9rem_1fr] [&>dt]:text-ink-soft [&>dd]:wrap-anywhere"
      >
        {plan.trialDaysLeft === null ? null : (
          <Fact name={billingDetailLabels.trial}>
            {billingDetailLabels.daysLeft(plan.trialDaysLeft)}
          </Fact>
        )}
        {isLoaded ? <LoadedFacts details={details} isLive={plan.isLive} /> : null}
        {!isLoaded && isLoading ? <PendingFacts isFormResponse={isFormResponse} /> : null}
      </dl>
      {isUnavailable ? (
        <p role="status" className="text-ink-soft">
          {details.message}
        </p>
      ) : null}
    </PlanSummary>
  );
}

function LoadedFacts({
  details: { description, others, nextPayment, amountDue, card, invoices },
  isLive,
}: {
  details: Extract<BillingDetails, { state: "loaded" }>;
  isLive: boolean;
}) {
  return (
    <>
      {others.length === 0 ? null : (
        <Fact name={billingDetailLabels.alsoBilled}>
          {others.map((text) => (
            <p key={JSON.stringify(text)}>
              <LocalizedText text={text} />
            </p>
          ))}
        </Fact>
      )}
      {amountDue === null ? null : <Fact name={billingDetailLabels.amountDue}>{amountDue}</Fact>}
      {nextPayment === null ? null : (
        <Fact name={billingDetailLabels.nextPayment}>
          <LocalizedText text={nextPayment} />
        </Fact>
      )}
      {card === null && !isLive ? null : (
        <Fact name={billingDetailLabels.card}>
          <span>{card ?? billingDetailLabels.noCard}</span>
          {isLive && !description.isProblem ? (
            <TextLink
              to={getPortalPath("card")}
              aria-label={billingDetailLabels.updateCardLabel}
              className="ml-2"
            >
              {billingDetailLabels.updateCard}
            </TextLink>
          ) : null}
        </Fact>
      )}
      <Fact name={billingDetailLabels.invoices}>
        <InvoiceList invoices={invoices} />
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="-mt-3 sm:mt-0">{children}</dd>
    </>
  );
}

/** Placeholders of the size of the loaded facts. Without scripts the page reloads itself with the details. */
function PendingFacts({ isFormResponse }: { isFormResponse: boolean }) {
  return (
    <>
      <Fact name={billingDetailLabels.nextPayment}>
        <span className="needs-script flex min-h-6 items-center text-ink-soft">
          <Spinner size="small" label={billingDetailLabels.loading} />
        </span>
        <noscript>
          {isFormResponse ? null : <meta httpEquiv="refresh" content={`0; url=${DETAILS_PAGE}`} />}
          <a className="link" href={DETAILS_PAGE}>
            {billingDetailLabels.showDetails}
          </a>
        </noscript>
      </Fact>
      <Fact name={billingDetailLabels.card}>{billingDetailLabels.pending}</Fact>
      <Fact name={billingDetailLabels.invoices}>{billingDetailLabels.pending}</Fact>
    </>
  );
}

/** A button that reloads the details in place; without scripts, a link that reloads the page. */
function Retry({ isLoading, load }: { isLoading: boolean; load: () => void }) {
  return (
    <>
      <noscript>
        <a className="link" href={DETAILS_PAGE}>
          {billingDetailLabels.retry}
        </a>
      </noscript>
      <Button
        type="button"
        variant="secondary"
        pending={isLoading}
        onClick={load}
        className="needs-script"
      >
        {billingDetailLabels.retry}
      </Button>
    </>
  );
}
