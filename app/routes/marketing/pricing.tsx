import { choosePath } from "~/billing/purchase.server";
import { pages } from "~/content/pages";
import { type Plan, plans, TRIAL_DAYS } from "~/content/plans";
import { site } from "~/content/site";
import { PageHead } from "~/marketing/section";
import { pageMeta, readSiteUrl } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/text-link";
import type { Route } from "./+types/pricing";

/** Where each plan's button leads: price ids are the server's to know. */
export function loader({ context }: Route.LoaderArgs) {
  const { prices } = getPlatform(context).config.stripe;
  return { choices: plans.map((plan) => ({ plan, to: choosePath(plan.id, prices) })) };
}

export const meta: Route.MetaFunction = (args) => {
  const url = readSiteUrl(args.matches);
  return pageMeta(args, {
    ...pages.pricing,
    structured: plans.map((plan) => ({
      "@type": "Product",
      name: `${site.name} ${plan.name}`,
      description: plan.pitch,
      image: url && `${url}/share/${pages.pricing.image}`,
      offers: {
        "@type": "Offer",
        price: plan.pricePerMonth,
        priceCurrency: "USD",
        availability: "https://schema.org/InStock",
        url: url && `${url}/pricing`,
      },
    })),
  });
};

export default function Pricing({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Plans that keep it in good repair"
        lead={`All plans include a ${TRIAL_DAYS}-day free trial.`}
      />
      <ul className="wrap grid items-start gap-5 lg:grid-cols-3">
        {loaderData.choices.map(({ plan, to }) => (
          <PlanCard key={plan.id} plan={plan} to={to} />
        ))}
      </ul>
      <p className="wrap pt-12 pb-24 text-ink-soft">
        Billed monthly in US dollars, cancelled from your account in two clicks. There is one free
        trial a person: with a later plan the first month is charged at once. Not sure which one?{" "}
        <TextLink to="/contact">Ask us</TextLink> or read{" "}
        <TextLink to="/faq">what happens after launch</TextLink>.
      </p>
    </>
  );
}

function PlanCard({ plan, to }: { plan: Plan; to: string }) {
  return (
    <li className="flex min-w-0 flex-col rounded-card border border-line bg-surface p-6 sm:p-8">
      <h2 className="text-subheading">{plan.name}</h2>
      <p className="mt-1 text-ink-soft">{plan.pitch}</p>
      <p className="mt-7 flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium text-[min(3.25rem,16vw)] leading-none tracking-[-0.045em]">
          ${plan.pricePerMonth.toLocaleString("en-US")}
        </span>
        <span className="text-ink-soft">per month</span>
      </p>
      <ButtonLink to={to} className="mt-7" aria-label={`Choose ${plan.name}`}>
        Choose
      </ButtonLink>
      <div className="stitch mt-8" />
      <ul className="mt-6 grid gap-3">
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

function CheckMark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="mt-1 size-5" fill="none">
      <path d="m4 10.5 4 4 8-9" className="stroke-accent" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
