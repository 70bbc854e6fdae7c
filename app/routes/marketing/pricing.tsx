import { href } from "react-router";
import { getAuth } from "~/auth/session/auth.server";
import type { Auth, Session } from "~/auth/session/request-auth.server";
import { isSessionEnded } from "~/auth/session/session-ended.server";
import { viewSubscription } from "~/billing/plan/subscription-view.server";
import { PlanNotice } from "~/billing/ui/plan-notice";
import { createGuestOffers, createUserOffers } from "~/billing/ui/plan-offers.server";
import { brand } from "~/content/brand";
import { faq } from "~/content/marketing/faq";
import { pricing, RECOMMENDED_PLAN } from "~/content/marketing/pricing";
import { plans } from "~/content/plans";
import { PlanCard } from "~/marketing/plans";
import { CallToAction, Points, Section } from "~/marketing/section";
import { structuredPrice } from "~/marketing/structured-price";
import { getSiteUrl, pageMeta, type ShareImage, shareImagePath } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { getDatabase, getPlatform, type RequestContext } from "~/platform/context.server";
import { driverError } from "~/platform/database-failure.server";
import { logError } from "~/platform/log.server";
import reloadOnReturn from "~/ui/behaviors/reload-on-return.ts?inline-script";
import times from "~/ui/behaviors/times.ts?inline-script";
import { TextLink } from "~/ui/button";
import { InlineScript } from "~/ui/inline-script";
import { PageHead } from "~/ui/page-head";
import { isMoment } from "~/ui/time/dated-text";
import { LocalizedText } from "~/ui/time/local-time";
import type { Route } from "./+types/pricing";

export const handle: RouteHandle = { plain: true };

/** Plans, and what they offer to the visitor. Guests get the cached page. */
export async function loader({ context }: Route.LoaderArgs) {
  const platform = getPlatform(context);
  const { planCatalog } = platform.config;
  const visitor: Auth = platform.isAnonymousRender
    ? { kind: "guest" }
    : await getAuth(context, { for: "guest-page" });
  if (visitor.kind === "guest") return createGuestOffers(planCatalog.prices);
  const user = visitor.kind === "user" ? await findUser(context, visitor.session) : undefined;
  const hasHadTrial = Boolean(user?.customer?.trialUsedAt);
  const plan = user && viewSubscription(user.customer, planCatalog);
  return createUserOffers(plan, hasHadTrial, planCatalog);
}

/** Undefined when the session has ended or the user cannot be read: the plans are shown without their own. */
async function findUser(context: RequestContext, session: Session) {
  try {
    const { readLiveUser } = await import("~/account/account.server");
    return await readLiveUser(await getDatabase(context), session);
  } catch (error) {
    const { requestId } = getPlatform(context);
    if (!isSessionEnded(error)) logError("account.read_failed", driverError(error), { requestId });
    return undefined;
  }
}

const PLAN_NAMES = plans.map(({ name }) => name).join(", ");

/** Text of link previews and search results. */
const IMAGE: ShareImage = {
  drawing: "home/seam",
  alt: "A notebook of screens, bound together, with room for one more page.",
};

export const meta: Route.MetaFunction = (args) => {
  const url = getSiteUrl(args.matches);
  return pageMeta(args, {
    title: "Pricing",
    description: `${PLAN_NAMES}: plans that keep your software maintained. ${pricing.lead}`,
    image: IMAGE,
    structured: plans.map((plan) => ({
      "@type": "Product",
      name: `${brand.name} ${plan.name}`,
      description: plan.pitch,
      image: url && url + shareImagePath(IMAGE),
      offers: {
        "@type": "Offer",
        priceSpecification: structuredPrice(plan),
        availability: "https://schema.org/InStock",
        url: url && `${url}/pricing`,
      },
    })),
  });
};

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const { title, lead, isSubscribed, paused, offers } = loaderData;
  return (
    <>
      {title === pricing.title ? null : (
        <p className="wrap -mb-6 pt-8 sm:-mb-12">
          <TextLink to={href("/settings/general")}>Back to settings</TextLink>
        </p>
      )}
      <PageHead title={title} lead={paused ? null : <LocalizedText text={lead} />}>
        {paused ? (
          <div className="mt-10">
            <PlanNotice plan={paused} />
          </div>
        ) : null}
        {isSubscribed ? null : (
          <p className="mt-4 max-w-2xl text-ink-soft">
            {pricing.building} <TextLink to={faq.costLink.to}>{faq.costLink.label}</TextLink>.
          </p>
        )}
      </PageHead>
      <ul className="wrap grid gap-x-4 gap-y-8 md:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] lg:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] lg:gap-x-5">
        {plans.map((plan) => {
          const offer = offers.find(({ planId }) => planId === plan.id);
          if (!offer) return null;
          const isRecommended = plan.id === RECOMMENDED_PLAN && !isSubscribed;
          const recommended = isRecommended ? pricing.recommended : undefined;
          const badge = offer.isYours ? pricing.yourPlan : recommended;
          return (
            <PlanCard
              key={plan.id}
              plan={plan}
              badge={badge}
              action={offer.action}
              isPrimary={isRecommended}
              price={offer.price}
              terms={offer.terms ? <LocalizedText text={offer.terms} /> : null}
            />
          );
        })}
      </ul>
      <Section className={`md:[&_ul]:gap-x-5 ${isSubscribed ? "" : "pb-0 sm:pb-0"}`}>
        <Points points={pricing.terms} heading="h2" />
      </Section>
      {isSubscribed ? null : <CallToAction {...pricing.callToAction} />}
      {offers.some(({ isUrgent }) => isUrgent) ? <InlineScript source={reloadOnReturn} /> : null}
      {lead.some(isMoment) ? <InlineScript source={times} /> : null}
    </>
  );
}
