import { type ReactNode, useEffect, useRef } from "react";
import { Alert } from "~/ui/alert";
import { Button, TextLink } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import { formatMoment } from "~/ui/time/dated-text";
import { LocalizedText, LocalTime, useTimeZone } from "~/ui/time/local-time";
import { BILLING_DETAILS_PATH, getPortalPath } from "../plan/plan-actions";
import { PlanButtons } from "../plan/plan-buttons";
import type { PlanView, StoredPlan } from "../plan/plan-view.server";
import type { BillingDetails, InvoiceLine } from "./billing-details.server";
import { useBillingDetails, useRecovery } from "./use-billing-details";

interface PlanSectionProps {
  readonly plan: StoredPlan;
  /** Stripe has a customer for the user. */
  readonly hasCustomer: boolean;
}

/** The plan renders immediately; Stripe's details load after the page. */
export function PlanSection({ plan, hasCustomer }: PlanSectionProps) {
  return hasCustomer ? (
    <LoadingPlanCard plan={plan} />
  ) : (
    <PlanCard stored={plan} details={{ state: "none" }} />
  );
}

function LoadingPlanCard({ plan }: { plan: StoredPlan }) {
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
      <h2 className="text-subheading">Plan</h2>
      {recovery ? <Alert type="success">{recovery}</Alert> : null}
      <p className={plan.requiresAction ? "font-medium text-danger" : "text-lead"}>
        <LocalizedText text={plan.text} />
      </p>
      <dl
        ref={facts}
        tabIndex={-1}
        className="grid empty:hidden gap-x-6 gap-y-3 sm:grid-cols-[9rem_1fr] [&_dt]:text-ink-soft [&_dd]:wrap-anywhere"
      >
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
  details: { nextPayment, due, card, otherCard, invoices },
}: {
  plan: PlanView;
  isLive: boolean;
  details: Extract<BillingDetails, { state: "loaded" }>;
}) {
  return (
    <>
      {due && !plan.requiresAction ? <Fact name="Amount due">{due.amount}</Fact> : null}
      {nextPayment === null ? null : (
        <Fact name="Next payment">
          <LocalizedText text={nextPayment} />
        </Fact>
      )}
      {card === null && !isLive ? null : (
        <Fact name="Card">
          <span>{card ?? "None on file"}</span>
          {isLive && !plan.requiresAction ? (
            <TextLink
              to={getPortalPath("card")}
              aria-label={card === null ? undefined : "Update your card"}
              className="ml-2"
            >
              {card === null ? "Add a card" : "Update"}
            </TextLink>
          ) : null}
          {isLive && otherCard ? (
            <p className="text-ink-soft">
              You paid last with {otherCard}. Your next payment still goes to this card.
            </p>
          ) : null}
        </Fact>
      )}
      <Fact name="Invoices" isWide={invoices.length > 0}>
        {invoices.length > 0 ? <InvoiceTable invoices={invoices} /> : "None yet"}
      </Fact>
    </>
  );
}

/** `isWide`: the value takes the width of the card. */
function Fact({
  name,
  isWide = false,
  children,
}: {
  name: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={isWide ? "@container -mt-2 sm:col-span-2" : "-mt-3 sm:mt-0"}>{children}</dd>
    </>
  );
}

/** Placeholders of the size of the loaded facts. Without scripts, a link to the page with the details. */
function PendingFacts() {
  return (
    <>
      <Fact name="Next payment">
        <span className="needs-script flex min-h-6 items-center text-ink-soft">
          <Spinner size="small" label="Loading billing details" />
        </span>
        <noscript>
          <a className="link" href={BILLING_DETAILS_PATH}>
            Show next payment, card, and invoices
          </a>
        </noscript>
      </Fact>
      <div className="needs-script contents">
        <Fact name="Card">…</Fact>
        <Fact name="Invoices">…</Fact>
      </div>
    </>
  );
}

/** Replaces the card when the plan itself could not be read. */
export function UnreadPlan({ message }: { message: string }) {
  return (
    <section className="card grid justify-items-start gap-5">
      <h2 className="text-subheading">Plan</h2>
      <p role="status" className="text-ink-soft">
        {message}
      </p>
      <Retry isLoading={false} load={undefined} />
    </section>
  );
}

/** A button that loads the details in place, or a link that reloads their page. */
function Retry({ isLoading, load }: { isLoading: boolean; load: (() => void) | undefined }) {
  return load ? (
    <Button type="button" variant="secondary" pending={isLoading} onClick={load}>
      Try again
    </Button>
  ) : (
    <a className="link" href={BILLING_DETAILS_PATH}>
      Try again
    </a>
  );
}

/** The latest invoices, each with links to Stripe's page and PDF. */
function InvoiceTable({ invoices }: { invoices: readonly InvoiceLine[] }) {
  return (
    <table className="invoices">
      <thead className="sr-only">
        <tr>
          <th>Date and plan</th>
          <th>Amount</th>
          <th>Links</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.id}>
            <td>
              <LocalTime {...invoice.date} />
              <small>{invoice.subject}</small>
            </td>
            <td>
              {invoice.amount}
              {invoice.status ? <small>{invoice.status}</small> : null}
            </td>
            <td>
              <InvoiceLink
                invoice={invoice}
                to={invoice.url}
                label={invoice.isOpen ? "Pay" : "View"}
              />
              <InvoiceLink invoice={invoice} to={invoice.pdf} label="PDF" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
      aria-label={`${label} invoice: ${date}, ${invoice.amount} (opens in a new tab)`}
    >
      {label}
    </a>
  );
}
