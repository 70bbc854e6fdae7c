import { type ReactNode, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { Alert } from "~/ui/alert";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import type { DatedText } from "~/ui/dated-text";
import { ReaderText } from "~/ui/reader-text";
import { Spinner } from "~/ui/spinner";
import type { AccountPlan, DetailsNow } from "./account-plan.server";
import { BILLING_DETAILS_PATH, type BillingDetails, WAIT_FOR_DETAILS } from "./billing-details";
import { InvoiceList } from "./invoice-list";
import { PlanSentence } from "./plan-sentence";

const MANAGE = { label: "Manage billing", to: "/settings/billing" };
const NO_PAYMENT: DatedText = ["None"];
const DETAILS_PAGE = `/settings/general?${WAIT_FOR_DETAILS}`;

export interface AccountPlanCardProps extends DetailsNow {
  readonly plan: AccountPlan;
  readonly email: string;
  /** The page answers a form that was sent without scripts: loading it again would lose what it says. */
  readonly isAnswer: boolean;
}

/**
 * The plan, what is charged next, the card and the last invoices. The plan is there at once; what Stripe knows fills
 * in, or came with the page.
 */
export function AccountPlanCard({ plan, email, details, changes, isAnswer }: AccountPlanCardProps) {
  const { shown, isLoading, load } = useDetails(plan, details);
  const words = shown?.state === "known" ? shown.words : plan.words;
  // Where there is one thing to do it is the button, and not said twice.
  const todo = words.isProblem || !plan.isLive ? words.todo : null;
  const button = todo ?? MANAGE;
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
    <Card className="grid gap-5">
      <h2 className="text-subheading">Plan</h2>
      {changes ? (
        <Alert type="success">
          <ReaderText text={changes} />
        </Alert>
      ) : null}
      <div className={words.isProblem ? "font-medium text-danger" : "text-lead"}>
        <PlanSentence words={todo ? { ...words, todo: null } : words} />
      </div>
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
        {shown?.state === "known" ? (
          <KnownFacts details={shown} isLive={plan.isLive} />
        ) : plan.hasDetails && isLoading ? (
          <AwaitedFacts isAnswer={isAnswer} />
        ) : null}
      </dl>
      {isUnavailable ? (
        <p role="status" className="text-ink-soft">
          {shown.message}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {isUnavailable ? <Retry isLoading={isLoading} load={load} /> : null}
        <ButtonLink to={button.to} variant={words.isProblem ? "primary" : "secondary"}>
          {button.label}
        </ButtonLink>
      </div>
      <p className="wrap-anywhere border-line border-t pt-4 text-ink-soft text-sm">
        Signed in as {email}. Plan: {plan.planId ?? "none"}. Subscription status:{" "}
        {plan.status ?? "none"}.
      </p>
    </Card>
  );
}

/** What came with the page, or is asked for once the page runs. */
function useDetails(plan: AccountPlan, given: BillingDetails | null) {
  const { data, state, load } = useFetcher<BillingDetails | { status: "error"; message: string }>();
  const isWanted = plan.hasDetails && given === null;
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
  details: { nextPayment, owed, card, invoices },
  isLive,
}: {
  details: Extract<BillingDetails, { state: "known" }>;
  isLive: boolean;
}) {
  return (
    <>
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
