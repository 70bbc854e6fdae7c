import type { ReactNode } from "react";
import { pricing } from "~/content/marketing/pricing";
import { formatDollars, PLANS_WITH_CHANGES, type Plan } from "~/content/plans";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";

interface PlanCardProps {
  readonly plan: Plan;
  /** Label on the card's edge, e.g. "Recommended" or "Your plan". */
  readonly badge: string | undefined;
  /** The button; null when the visitor cannot choose this plan now. */
  readonly action: {
    readonly label: string;
    /** Accessible name, where the label alone does not say which plan. */
    readonly name?: string;
    readonly to: string;
    readonly isNewTab?: true;
  } | null;
  readonly isPrimary: boolean;
  /** What this visitor pays, "€2,300 a year", if that is not the list price. */
  readonly price: string | null;
  /** What it costs this visitor today, if it differs from the price. */
  readonly terms: ReactNode;
}

/** A plan on sale. Uses a subgrid of five rows, so that the rows of neighboring cards line up. */
export function PlanCard({ plan, badge, action, isPrimary, price, terms }: PlanCardProps) {
  const [amount = "", ...period] = price?.split(" ") ?? [
    formatDollars(plan.price?.amount ?? 0),
    plan.price ? pricing.period(plan.price.interval) : "",
  ];
  const look = badge === undefined ? "border-line" : "border-accent ring-1 ring-accent";
  return (
    <li
      className={`relative row-span-5 grid min-w-0 grid-rows-subgrid gap-0 rounded-card border bg-surface p-6 md:p-5 lg:p-7 ${look}`}
    >
      <div>
        {badge ? (
          <p className="absolute top-0 left-6 max-w-[calc(100%-3rem)] -translate-y-1/2 rounded-full bg-accent px-3 py-0.5 font-semibold text-on-accent text-sm md:left-5 lg:left-7">
            {badge}
          </p>
        ) : null}
        <h2 className="text-subheading">{plan.name}</h2>
      </div>
      <p className="mt-1 text-ink-soft">{plan.pitch}</p>
      <div className="mt-6">
        <span className="font-medium text-[min(3.25rem,16vw)] leading-none tracking-[-0.02em]">
          {amount}
        </span>
        <span className="ms-2 text-ink-soft md:ms-0 md:mt-2 md:block">{period.join(" ")}</span>
      </div>
      <div className="mt-6 grid content-start gap-3 max-md:empty:hidden">
        {action ? (
          <ButtonLink
            to={action.to}
            variant={isPrimary ? "primary" : "secondary"}
            className="px-2"
            aria-label={action.name}
            target={action.isNewTab ? "_blank" : undefined}
          >
            {action.label}
          </ButtonLink>
        ) : null}
        {terms ? <p className="text-balance text-ink-soft leading-snug">{terms}</p> : null}
      </div>
      <div className="stitch-above mt-8 grid content-start gap-6 pt-6">
        <ul className="grid gap-3">
          {plan.perks.map((perk) => (
            <li key={perk} className="grid grid-cols-[1.75rem_1fr]">
              <Icon className="mt-1 text-accent">
                <path d="m4 10.5 4 4 8-9" strokeWidth="2.5" />
              </Icon>
              {perk}
            </li>
          ))}
        </ul>
        {PLANS_WITH_CHANGES.some((id) => id === plan.id) ? null : (
          <p className="text-ink-soft">{pricing.noChanges}</p>
        )}
      </div>
    </li>
  );
}
