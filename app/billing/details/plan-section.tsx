import { type ReactNode, useEffect, useRef } from "react";
import { billingDetailLabels, invoiceList, planSection } from "~/content/billing/billing-details";
import { BILLING_DETAILS_PATH, getPortalPath } from "~/content/billing/plan-actions";
import { formatMoment } from "~/content/dated-text";
import { Alert } from "~/ui/alert";
import { Button, TextLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { LocalizedText, LocalTime, useTimeZone } from "~/ui/time/local-time";
import { PlanButtons } from "../plan/plan-buttons";
import type { PlanView, StoredPlan } from "../plan/plan-view.server";
import type { BillingDetails, InvoiceLine } from "./billing-details";
import { useBillingDetails } from "./use-billing-details";
import { useRecovery } from "./use-recovery";

/** The plan renders immediately; Stripe's details load after the page. */
export function PlanSection({ plan }: { plan: StoredPlan }) {
  return <PlanCard stored={plan} {...useBillingDetails()} />;
}

/** Plan, next payment, card and invoices. */
export function PlanCard({
  stored,
  details,
  isLoading = false,
  load,
}: {
  stored: StoredPlan;
  /** Undefined until they are loaded. */
  details: BillingDetails | undefined;
  isLoading?: boolean;
  /** Loads the details in place. */
  load?: () => void;
}) {
  const isUnavailable = details?.state === "unavailable";
  const isLoaded = details?.state === "loaded";
  // Stripe's answer may be newer than the stored plan, by which the billing portal opens.
  const plan = isLoaded ? details.plan : stored;
  const { isLive } = stored;
  const recovery = useRecovery(plan, details);
  const facts = useRef<HTMLDListElement>(null);
  // A successful retry removes the focused button: move the focus to the loaded facts.
  useEffect(() => {
    if (!isUnavailable) return;
    return () => {
      if (document.activeElement === document.body) facts.current?.focus();
    };
  }, [isUnavailable]);
  return (
    <section className="card grid gap-5">
      <h2 className="text-subheading">{planSection.heading}</h2>
      {recovery ? <Alert type="success">{recovery}</Alert> : null}
      <p className={plan.requiresAction ? "font-medium text-danger" : "text-lead"}>
        <LocalizedText text={plan.text} />
      </p>
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
        {isLoaded ? <LoadedFacts plan={plan} isLive={isLive} details={details} /> : null}
        {!isLoaded && (isLoading || !details) ? <PendingFacts /> : null}
      </dl>
      {isUnavailable ? (
        <p role="status" className="text-ink-soft">
          {details.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {isUnavailable ? <Retry isLoading={isLoading} load={load} /> : null}
        <PlanButtons plan={plan} isLive={isLive} />
      </div>
    </section>
  );
}

function LoadedFacts({
  plan,
  isLive,
  details: { nextPayment, due, card, invoices },
}: {
  plan: PlanView;
  isLive: boolean;
  details: Extract<BillingDetails, { state: "loaded" }>;
}) {
  return (
    <>
      {due && !plan.requiresAction ? (
        <Fact name={billingDetailLabels.amountDue}>{due.amount}</Fact>
      ) : null}
      {nextPayment === null ? null : (
        <Fact name={billingDetailLabels.nextPayment}>
          <LocalizedText text={nextPayment} />
        </Fact>
      )}
      {card === null && !isLive ? null : (
        <Fact name={billingDetailLabels.card}>
          <span>{card ?? billingDetailLabels.noCard}</span>
          {isLive && !plan.requiresAction ? (
            <TextLink
              to={getPortalPath("card")}
              aria-label={card === null ? undefined : billingDetailLabels.updateCardLabel}
              className="ml-2"
            >
              {card === null ? billingDetailLabels.addCard : billingDetailLabels.updateCard}
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

/** Placeholders of the size of the loaded facts. Without scripts, a link to the page with the details. */
function PendingFacts() {
  return (
    <>
      <Fact name={billingDetailLabels.nextPayment}>
        <span className="needs-script flex min-h-6 items-center text-ink-soft">
          <Spinner size="small" label={billingDetailLabels.loading} />
        </span>
        <noscript>
          <a className="link" href={BILLING_DETAILS_PATH}>
            {billingDetailLabels.showDetails}
          </a>
        </noscript>
      </Fact>
      <Fact name={billingDetailLabels.card}>{billingDetailLabels.pending}</Fact>
      <Fact name={billingDetailLabels.invoices}>{billingDetailLabels.pending}</Fact>
    </>
  );
}

/** A button that loads the details in place, or a link that reloads their page. */
function Retry({ isLoading, load }: { isLoading: boolean; load: (() => void) | undefined }) {
  return load ? (
    <Button type="button" variant="secondary" pending={isLoading} onClick={load}>
      {billingDetailLabels.retry}
    </Button>
  ) : (
    <a className="link" href={BILLING_DETAILS_PATH}>
      {billingDetailLabels.retry}
    </a>
  );
}

/** The latest invoices, each with links to Stripe's page and PDF. */
function InvoiceList({ invoices }: { invoices: readonly InvoiceLine[] }) {
  if (invoices.length === 0) return invoiceList.empty;
  return (
    <ul className="grid gap-2">
      {invoices.map((invoice) => (
        <li key={invoice.id} className="flex justify-between gap-x-4 tabular-nums">
          <span className="flex flex-wrap gap-x-3">
            <LocalTime {...invoice.date} />
            <span>{invoice.amount}</span>
            <span>{invoice.subject}</span>
            <span className="text-ink-soft">{invoice.status}</span>
          </span>
          <span className="flex gap-x-3">
            <InvoiceLink
              invoice={invoice}
              to={invoice.url}
              label={invoice.isOpen ? invoiceList.pay : invoiceList.view}
            />
            <InvoiceLink invoice={invoice} to={invoice.pdf} label={invoiceList.pdf} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface InvoiceLinkProps {
  readonly invoice: InvoiceLine;
  readonly to: string | null;
  readonly label: string;
}

function InvoiceLink({ invoice, to, label }: InvoiceLinkProps) {
  const date = formatMoment(invoice.date, useTimeZone());
  return to === null ? null : (
    <a
      href={to}
      target="_blank"
      rel="noreferrer"
      className="link"
      aria-label={invoiceList.label(label, date, invoice.amount)}
    >
      {label}
    </a>
  );
}
