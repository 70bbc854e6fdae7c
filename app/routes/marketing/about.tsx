import { href } from "react-router";
import { hero } from "~/content/marketing/home";
import { about, type Founder, founders } from "~/content/marketing/team";
import { studio } from "~/content/studio";
import { Drawing } from "~/marketing/drawing";
import { CallToAction } from "~/marketing/section";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { ButtonLink, TextLink } from "~/ui/button";
import type { Route } from "./+types/about";

export const handle: RouteHandle = { plain: true };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "About",
    description:
      "Two founders, one designer and one engineer, who stay on your project from the first interview to the last release.",
  });

export default function About() {
  return (
    <>
      <header className="wrap grid gap-x-6 gap-y-4 pt-14 pb-12 sm:pt-24 sm:pb-16 lg:grid-cols-2">
        <h1 className="mb-2 text-title lg:col-span-2">{about.title}</h1>
        <p className="text-ink-soft text-lead">{about.lead}</p>
        <p className="text-ink-soft text-lead">{about.studio}</p>
      </header>
      <section
        aria-label={about.team}
        className="wrap grid gap-6 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]"
      >
        {founders.map((founder) => (
          <FounderCard key={founder.name} founder={founder} />
        ))}
      </section>
      <CallToAction {...about.callToAction}>
        <ButtonLink to={href("/portfolio")} variant="secondary">
          {hero.work}
        </ButtonLink>
      </CallToAction>
    </>
  );
}

function FounderCard({ founder }: { founder: Founder }) {
  return (
    <article
      id={founder.id}
      className="grid min-w-0 scroll-mt-6 gap-8 rounded-card border border-line bg-surface p-6 sm:p-9 lg:row-span-3 lg:grid-rows-subgrid"
    >
      <header className="flex flex-wrap items-center gap-4 sm:gap-6">
        <Drawing
          name={founder.portrait}
          label={about.portraitLabel(founder.name)}
          className="aspect-square w-28 overflow-hidden rounded-card sm:w-44"
        />
        <div className="min-w-0 flex-1 basis-32">
          <h2 className="text-feature">{founder.name}</h2>
          <p className="mt-1 text-ink-soft lg:min-h-[2lh]">{founder.role}</p>
        </div>
      </header>
      <div className="grid content-start gap-4">
        {founder.bio.map((paragraph) => (
          <p key={paragraph} className="max-sm:text-wrap">
            {paragraph}
          </p>
        ))}
        {founder.call ? (
          <p>
            <span>{founder.call}</span>{" "}
            <TextLink to={studio.phone.href} className="whitespace-nowrap">
              {studio.phone.display}
            </TextLink>
          </p>
        ) : null}
      </div>
      <div className="grid content-start gap-6 sm:grid-cols-2">
        {founder.lists.map(({ title, items }) => (
          <div key={title}>
            <h3 className="font-semibold text-base tracking-normal">{title}</h3>
            <ul className="mt-3 grid gap-2 text-ink-soft">
              {items.map((item) => (
                <li key={item} className="grid grid-cols-[1.25rem_1fr]">
                  <span aria-hidden="true" className="mt-[0.8em] h-0.5 w-2.5 bg-accent" />
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </article>
  );
}
