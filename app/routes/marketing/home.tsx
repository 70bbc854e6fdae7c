import { href } from "react-router";
import { brand } from "~/content/brand";
import {
  afterLaunch,
  benefits,
  callToAction,
  features,
  hero,
  tailored,
} from "~/content/marketing/home";
import { LOWEST_PRICE } from "~/content/plans";
import { studio } from "~/content/studio";
import { Drawing } from "~/marketing/drawing";
import { CallToAction, Points, Section } from "~/marketing/section";
import { ClientResults } from "~/marketing/showcases/client-results";
import { getSiteUrl, pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { ButtonLink, TextLink } from "~/ui/button";
import type { Route } from "./+types/home";

export const handle: RouteHandle = { plain: true };

export const meta: Route.MetaFunction = (args) => {
  const url = getSiteUrl(args.matches);
  return pageMeta(args, {
    description:
      "A small studio that designs, builds and maintains software to fit the way your company already works.",
    structured: [
      {
        "@type": "Organization",
        name: brand.name,
        url,
        logo: url && `${url}/icon-512.png`,
        // Placeholders are never indexed: production's deploy rejects them.
        email: studio.email,
        telephone: studio.phone.href.replace("tel:", ""),
        sameAs: studio.social.map(({ href }) => href),
      },
    ],
  });
};

export default function Home() {
  return (
    <>
      <Hero />
      <div className="thread">
        <Features />
        <Tailored />
      </div>
      <ClientResults />
      <div className="thread-end">
        <Section title={benefits.title}>
          <div className="mt-10">
            <Points points={benefits.items} heading="h3" />
          </div>
        </Section>
        <AfterLaunch />
      </div>
      <CallToAction {...callToAction}>
        <ButtonLink to={href("/portfolio")} variant="secondary">
          {hero.work}
        </ButtonLink>
      </CallToAction>
    </>
  );
}

function Hero() {
  return (
    <section className="overflow-hidden pt-14 sm:pt-24">
      <div className="wrap">
        <h1 className="max-w-[11ch] text-display sm:max-w-none">{hero.title}</h1>
        <div className="mt-8 grid gap-8 md:grid-cols-[1fr_auto] md:items-end">
          <p className="max-w-2xl text-ink-soft text-lead">{hero.lead}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="#features">{hero.start}</ButtonLink>
            <ButtonLink to={href("/portfolio")} variant="secondary">
              {hero.work}
            </ButtonLink>
          </div>
        </div>
      </div>
      <div className="wrap mt-12 sm:mt-16">
        <Drawing name="home/cloth" className="w-(--cloth)" />
      </div>
    </section>
  );
}

function Features() {
  return (
    <Section id="features" title={features.title} className="bg-sunken">
      <ul className="mt-10 grid gap-10 sm:mt-14 md:grid-cols-3">
        {features.items.map(({ drawing, title, text }) => (
          <li key={title} className="flex flex-wrap content-start items-center gap-x-5 gap-y-3">
            <Drawing name={drawing} className="w-22 md:mb-3 md:w-33" />
            <h3 className="flex-1 basis-40 text-subheading md:basis-full">{title}</h3>
            <p className="basis-full text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Tailored() {
  return (
    <Section title={tailored.title} lead={tailored.lead}>
      <ol className="mt-10 grid gap-12 sm:mt-14">
        {tailored.steps.map(({ drawing, title, text }, index) => (
          <li
            key={title}
            className="grid items-center gap-6 md:grid-cols-2 md:gap-16 md:even:[&>:last-child]:order-first"
          >
            <Drawing name={drawing} />
            <div className="max-w-md">
              <h3 className="text-feature">
                <span className="me-1 text-accent">{index + 1}</span> <span>{title}</span>
              </h3>
              <p className="mt-3 text-ink-soft md:text-lead">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function AfterLaunch() {
  return (
    <Section id="after-launch" label={afterLaunch.title} className="bg-sunken">
      <div className="grid gap-6 md:grid-cols-[1fr_1.3fr] md:gap-12">
        <h2 className="text-heading">{afterLaunch.title}</h2>
        <div className="grid gap-4">
          {afterLaunch.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p>
            <span>{afterLaunch.from(LOWEST_PRICE)}</span>{" "}
            <TextLink to={href("/pricing")}>{afterLaunch.link}</TextLink>
          </p>
        </div>
      </div>
    </Section>
  );
}
