import { plans, TRIAL_DAYS } from "~/content/plans";
import { getPlatform } from "~/platform/context.server";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import type { Route } from "./+types/pricing";

export function loader({ context }: Route.LoaderArgs) {
  const { prices } = getPlatform(context).config.stripe;
  return { purchasable: plans.filter(({ id }) => prices[id] !== "").map(({ id }) => id) };
}

export const meta: Route.MetaFunction = () => [{ title: "Pricing · Selvedge" }];

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return (
    <section className="mx-auto max-w-6xl px-6 py-20">
      <h1 className="font-bold text-4xl sm:text-5xl">Pricing</h1>
      <p className="mt-4 text-ink-soft text-lg">All plans include a {TRIAL_DAYS}-day free trial.</p>
      <div className="mt-12 grid gap-6 md:grid-cols-3">
        {plans.map((plan) => (
          <Card key={plan.id} className="flex flex-col gap-6">
            <div>
              <h2 className="font-bold text-xl">{plan.name}</h2>
              <p className="mt-1 text-ink-soft">{plan.pitch}</p>
            </div>
            <p>
              <span className="font-bold text-4xl">
                ${plan.pricePerMonth.toLocaleString("en-US")}
              </span>{" "}
              <span className="text-ink-soft">per month</span>
            </p>
            <ul className="grid flex-1 content-start gap-2">
              {plan.perks.map((perk) => (
                <li key={perk}>{perk}</li>
              ))}
            </ul>
            <ButtonLink
              to={loaderData.purchasable.includes(plan.id) ? `/purchase/${plan.id}` : "/"}
              aria-label={`Choose ${plan.name}`}
            >
              Choose
            </ButtonLink>
          </Card>
        ))}
      </div>
    </section>
  );
}
