import type { ReactNode } from "react";
import { orderDemo as copy } from "~/content/marketing/showcases";

type AmountId = (typeof copy.amounts)[number]["id"];

/**
 * Classes that show an element for one amount only; complete, since Tailwind scans the source for them.
 * The radio buttons hold the state and `:has()` reads it, so the demo needs no script.
 */
const ONLY_FOR: Record<AmountId, string> = {
  small: "hidden group-has-[[value=small]:checked]/demo:block",
  medium: "hidden group-has-[[value=medium]:checked]/demo:block",
  large: "hidden group-has-[[value=large]:checked]/demo:block",
};

const UNTIL_ANSWERED = "hidden group-has-[[value=none]:checked]/demo:inline";
const WHEN_APPROVED = "hidden group-has-[[value=approve]:checked]/demo:inline";
const WHEN_ASKED = "hidden group-has-[[value=ask]:checked]/demo:inline";

/** An order that the visitor approves; the approval chain and the budget update with the selection. */
export function OrderDemo() {
  return (
    <fieldset className="group/demo relative mt-10 grid min-w-0 overflow-hidden rounded-card border border-line bg-surface md:grid-cols-[1.25fr_1fr]">
      <legend className="sr-only">{copy.title}</legend>
      <div className="grid content-start gap-7 p-6 sm:p-8">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-subheading">{copy.order}</span>
          <span className="text-ink-soft">{copy.supplier}</span>
        </p>
        <fieldset>
          <legend className="font-semibold">{copy.amountLegend}</legend>
          <div className="mt-3 flex flex-wrap gap-1.5 sm:gap-2">
            {copy.amounts.map(({ id, label }) => (
              <Choice key={id} name="amount" value={id} isDefault={id === "large"}>
                {label}
              </Choice>
            ))}
          </div>
          {copy.amounts.map(({ id, rule }) => (
            <p key={id} className={`mt-3 text-ink-soft ${ONLY_FOR[id]}`}>
              {rule}
            </p>
          ))}
        </fieldset>
        <fieldset>
          <legend className="font-semibold">{copy.decisionLegend}</legend>
          <div className="mt-3 flex flex-wrap gap-1.5 sm:gap-2">
            <Choice name="answer" value="none" isDefault>
              {copy.notYet}
            </Choice>
            <Choice name="answer" value="approve">
              {copy.approve}
            </Choice>
            <Choice name="answer" value="ask">
              {copy.ask}
            </Choice>
          </div>
        </fieldset>
        <Outcome />
      </div>
      <div className="border-line border-t bg-sunken p-6 sm:p-8 md:border-t-0 md:border-l">
        <h3 className="text-base tracking-normal">{copy.chainTitle}</h3>
        <Chain />
        <Budget />
      </div>
    </fieldset>
  );
}

function Choice({
  name,
  value,
  isDefault = false,
  children,
}: {
  name: string;
  value: string;
  isDefault?: boolean;
  children: ReactNode;
}) {
  return (
    <label className="relative inline-flex min-h-12 cursor-pointer items-center rounded-control border border-line-strong px-3 font-semibold sm:px-4 hover:border-ink has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-3">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isDefault}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      />
      {children}
    </label>
  );
}

function Outcome() {
  return (
    <p role="status" className="border-accent border-l-4 py-2 pl-4 font-medium">
      <span className={UNTIL_ANSWERED}>{copy.waiting}</span>
      <span className={WHEN_ASKED}>{copy.asked}</span>
      <span className={WHEN_APPROVED}>
        <span className="group-has-[[value=large]:checked]/demo:hidden">{copy.placed}</span>
        <span className="hidden group-has-[[value=large]:checked]/demo:inline">
          {copy.forwarded}
        </span>
      </span>
    </p>
  );
}

function Chain() {
  const { requester, manager, reader, finance } = copy.people;
  const done = "border-accent bg-accent";
  return (
    <ol className="mt-4 grid gap-4">
      <Step name={requester.name} dot={done}>
        {requester.state}
      </Step>
      <Step
        name={manager.name}
        dot={done}
        className="group-has-[[value=small]:checked]/demo:hidden"
      >
        {manager.state}
      </Step>
      <Step
        name={reader.name}
        dot="border-accent group-has-[[value=approve]:checked]/demo:bg-accent"
      >
        <span className={UNTIL_ANSWERED}>{reader.state}</span>
        <span className={WHEN_APPROVED}>{reader.approved}</span>
        <span className={WHEN_ASKED}>{reader.asked}</span>
      </Step>
      <Step
        name={finance.name}
        dot="border-line-strong group-has-[[value=approve]:checked]/demo:border-accent"
        className="not-group-has-[[value=large]:checked]/demo:hidden"
      >
        <span className="group-has-[[value=approve]:checked]/demo:hidden">{finance.state}</span>
        <span className={WHEN_APPROVED}>{finance.turn}</span>
      </Step>
    </ol>
  );
}

function Step({
  name,
  dot,
  className = "",
  children,
}: {
  name: string;
  dot: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <li className={`grid grid-cols-[1.25rem_1fr] items-baseline gap-x-3 ${className}`}>
      <span aria-hidden="true" className={`size-4 translate-y-0.5 rounded-full border-2 ${dot}`} />
      <p>
        <span className="font-semibold">{name}</span>{" "}
        <span className="text-ink-soft">{children}</span>
      </p>
    </li>
  );
}

function Budget() {
  return (
    <p className="mt-8 border-line border-t pt-5">
      <span className="text-ink-soft">{copy.budget}</span>
      <span className="mt-1 block font-medium text-feature">
        <span className="group-has-[[value=approve]:checked]/demo:hidden">{copy.budgetNow}</span>
        <span className={WHEN_APPROVED}>
          {copy.amounts.map(({ id, left }) => (
            <span key={id} className={ONLY_FOR[id]}>
              {left}
            </span>
          ))}
        </span>
      </span>
    </p>
  );
}
