import { choosePath } from "~/billing/purchase.server";
import { brand } from "~/content/brand";
import { pages } from "~/content/pages";
import { plans } from "~/content/plans";
import { pricing } from "~/content/pricing";
import { CallToAction } from "~/marketing/call-to-action";
import { PlanCard } from "~/marketing/plan-card";
import { PlanComparison } from "~/marketing/plan-comparison";
import { PageHead } from "~/marketing/section";
import { pageMeta, readSiteUrl } from "~/navigation/page-meta";
import { getPlatform } from "~/platform/context.server";
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
      name: `${brand.name} ${plan.name}`,
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
      <PageHead title={pricing.title} lead={pricing.lead} />
      <ul className="wrap grid gap-x-4 gap-y-8 md:grid-cols-3 lg:gap-x-5">
        {loaderData.choices.map(({ plan, to }) => (
          <PlanCard key={plan.id} plan={plan} to={to} />
        ))}
      </ul>
      <p className="wrap pt-8 text-ink-soft">
        {pricing.note} {pricing.questions} <TextLink to="/contact">{pricing.ask}</TextLink>.{" "}
        <TextLink to="/faq">{pricing.read}</TextLink>.
      </p>
      <PlanComparison />
      <CallToAction />
    </>
  );
}
