import type { ReactNode } from "react";
import type { Plan } from "~/content/plans";
import { pricing } from "~/content/pricing";
import { ButtonLink } from "~/ui/button";
import { CheckMark } from "./check-mark";

export interface PlanCardProps {
  readonly plan: Plan;
  /** On the card's edge: that it is recommended, or the reader's own. */
  readonly badge: string | undefined;
  readonly label: string;
  /** Where the button leads. */
  readonly to: string;
  readonly isPrimary: boolean;
  /** What it costs this reader today, where that is not what the card says. */
  readonly terms: ReactNode;
}

/**
 * A plan on sale. The rows of neighbouring cards stand on common lines: the list around them has to be a grid of
 * five rows.
 */
export function PlanCard({ plan, badge, label, to, isPrimary, terms }: PlanCardProps) {
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
        <span className="block font-medium text-[min(3.25rem,16vw)] leading-none tracking-[-0.02em]">
          ${plan.pricePerMonth.toLocaleString("en-US")}
        </span>
        <span className="mt-2 block text-ink-soft">{pricing.period}</span>
        {terms ? <p className="mt-3 text-sm">{terms}</p> : null}
      </div>
      <ButtonLink
        to={to}
        variant={isPrimary ? "primary" : "secondary"}
        className="mt-6"
        aria-label={label.includes(plan.name) ? label : `${label} ${plan.name}`}
      >
        {label}
      </ButtonLink>
      <ul className="stitch-above mt-8 grid content-start gap-3 pt-6">
        {plan.perks.map((perk) => (
          <li key={perk} className="grid grid-cols-[1.75rem_1fr]">
            <CheckMark />
            {perk}
          </li>
        ))}
      </ul>
    </li>
  );
}
