import { type ReactNode, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { Button } from "~/ui/button";
import { Spinner } from "~/ui/spinner";
import type { TextWithDates } from "~/ui/time/dated-text";
import { ReaderText } from "~/ui/time/reader-time";
import { PlanInWords } from "../plan/plan-in-words";
import type { AccountPlan } from "../plan/plan-words";
import { AWAIT_DETAILS_PARAM, BILLING_DETAILS_PATH, type BillingDetails } from "./billing-details";
import { InvoiceList } from "./invoice-list";

const NO_PAYMENT: TextWithDates = ["None"];
const DETAILS_PAGE = `/settings/general?${AWAIT_DETAILS_PARAM}`;

export interface DetailedPlanProps {
  readonly plan: AccountPlan;
  /** What came with the page; null where it is asked for once the page runs. */
  readonly details: BillingDetails | null;
  readonly isAnswer: boolean;
}

/** The plan of a customer of Stripe's, with what Stripe knows of it as soon as that is there. */
export function DetailedPlan({ plan, details, isAnswer }: DetailedPlanProps) {
  const { shown, isLoading, load } = useDetails(details);
  const isUnavailable = shown?.state === "unavailable";
  const facts = useRef<HTMLDListElement>(null);
  // The button that asked once more goes with the refusal: its focus moves on to what it has brought.
  useEffect(() => {
    if (!isUnavailable) return;
    return () => {
      if (document.activeElement === document.body) facts.current?.focus();
    };
  }, [isUnavailable]);
  return (
    <PlanInWords
      plan={plan}
      words={shown?.state === "known" ? shown.words : plan.words}
      beside={isUnavailable ? <Retry isLoading={isLoading} load={load} /> : null}
    >
      <dl
        ref={facts}
        tabIndex={-1}
        className="grid empty:hidden gap-x-6 gap-y-3 sm:grid-cols-[9rem_1fr] [&>dt]:text-ink-soft [&>dd]:wrap-anywhere"
      >
        {plan.trialDaysLeft === null ? null : (
          <Fact name="Trial">
            {plan.trialDaysLeft === 1 ? "1 day left" : `${plan.trialDaysLeft} days left`}
          </Fact>
        )}
        {shown?.state === "known" ? <KnownFacts details={shown} isLive={plan.isLive} /> : null}
        {shown?.state !== "known" && isLoading ? <AwaitedFacts isAnswer={isAnswer} /> : null}
      </dl>
      {isUnavailable ? (
        <p role="status" className="text-ink-soft">
          {shown.message}
        </p>
      ) : null}
    </PlanInWords>
  );
}

/** What came with the page, or is asked for once the page runs. */
function useDetails(given: BillingDetails | null) {
  const { data, state, load } = useFetcher<BillingDetails | { status: "error"; message: string }>();
  const isWanted = given === null;
  useEffect(() => {
    if (isWanted) void load(BILLING_DETAILS_PATH);
  }, [isWanted, load]);
  const loaded: BillingDetails | undefined =
    data && ("state" in data ? data : { state: "unavailable", message: data.message });
  const shown = loaded ?? given ?? undefined;
  return {
    shown,
    isLoading: state !== "idle" || shown === undefined,
    load: () => void load(BILLING_DETAILS_PATH),
  };
}

function KnownFacts({
  details: { others, nextPayment, owed, card, invoices },
  isLive,
}: {
  details: Extract<BillingDetails, { state: "known" }>;
  isLive: boolean;
}) {
  return (
    <>
      {others.length === 0 ? null : (
        <Fact name="Also billed">
          {others.map((text) => (
            <p key={JSON.stringify(text)}>
              <ReaderText text={text} />
            </p>
          ))}
        </Fact>
      )}
      {owed === null ? null : (
        <Fact name="To be paid">
          <ReaderText text={owed} />
        </Fact>
      )}
      {owed !== null && nextPayment === null ? null : (
        <Fact name="Next payment">
          <ReaderText text={nextPayment ?? NO_PAYMENT} />
        </Fact>
      )}
      {card === null && !isLive ? null : <Fact name="Card">{card ?? "None on file"}</Fact>}
      <Fact name="Invoices">
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

/**
 * The facts that fill in, in the room that they will take. Without scripts the page is loaded once more, with all
 * there is to know.
 */
function AwaitedFacts({ isAnswer }: { isAnswer: boolean }) {
  return (
    <>
      <Fact name="Next payment">
        <span className="needs-script flex min-h-6 items-center text-ink-soft">
          <Spinner size="small" label="Asking the payment service" />
        </span>
        <noscript>
          {isAnswer ? null : <meta httpEquiv="refresh" content={`0; url=${DETAILS_PAGE}`} />}
          <a className="link" href={DETAILS_PAGE}>
            Show next payment, card and invoices
          </a>
        </noscript>
      </Fact>
      <Fact name="Card">…</Fact>
      <Fact name="Invoices">…</Fact>
    </>
  );
}

/** A link that works without scripts, and a button that does not leave the page with them. */
function Retry({ isLoading, load }: { isLoading: boolean; load: () => void }) {
  return (
    <>
      <noscript>
        <a className="link" href={DETAILS_PAGE}>
          Try again
        </a>
      </noscript>
      <Button
        type="button"
        variant="secondary"
        pending={isLoading}
        onClick={load}
        className="needs-script"
      >
        Try again
      </Button>
    </>
  );
}
