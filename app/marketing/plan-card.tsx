import type { Plan } from "~/content/plans";
import { pricing, RECOMMENDED_PLAN } from "~/content/pricing";
import { ButtonLink } from "~/ui/button";
import { CheckMark } from "./check-mark";

/**
 * A plan on sale; its button leads to `to`. The rows of neighbouring cards stand on common lines: the list
 * around them has to be a grid of five rows.
 */
export function PlanCard({ plan, to }: { plan: Plan; to: string }) {
  const isRecommended = plan.id === RECOMMENDED_PLAN;
  const look = isRecommended ? "border-accent ring-1 ring-accent" : "border-line";
  return (
    <li
      className={`relative row-span-5 grid min-w-0 grid-rows-subgrid gap-0 rounded-card border bg-surface p-6 md:p-5 lg:p-7 ${look}`}
    >
      <div>
        {isRecommended ? (
          <p className="absolute top-0 left-6 max-w-[calc(100%-3rem)] -translate-y-1/2 rounded-full bg-accent px-3 py-0.5 font-semibold text-on-accent text-sm md:left-5 lg:left-7">
            {pricing.recommended}
          </p>
        ) : null}
        <h2 className="text-subheading">{plan.name}</h2>
      </div>
      <p className="mt-1 text-ink-soft">{plan.pitch}</p>
      <p className="mt-6">
        <span className="block font-medium text-[min(3.25rem,16vw)] leading-none tracking-[-0.02em]">
          ${plan.pricePerMonth.toLocaleString("en-US")}
        </span>
        <span className="mt-2 block text-ink-soft">{pricing.period}</span>
      </p>
      <ButtonLink
        to={to}
        variant={isRecommended ? "primary" : "secondary"}
        className="mt-6"
        aria-label={`${pricing.choose} ${plan.name}`}
      >
        {pricing.choose}
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
