import { about, type Founder, founders } from "~/content/marketing/team";
import { studio } from "~/content/studio";
import { Drawing } from "~/marketing/drawing";
import { CallToAction } from "~/marketing/section";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { ButtonLink, TextLink } from "~/ui/button";
import { PageHead } from "~/ui/page-head";
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
      <PageHead title={about.title} lead={about.lead}>
        <p className="mt-4 max-w-xl text-ink-soft">{about.studio}</p>
      </PageHead>
      <section
        aria-label={about.team}
        className="wrap grid gap-6 lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr]"
      >
        {founders.map((founder) => (
          <FounderCard key={founder.name} founder={founder} />
        ))}
      </section>
      <CallToAction {...about.callToAction}>
        <ButtonLink to={studio.phone.href} variant="secondary">
          {studio.phone.display}
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
          <p className="mt-1 text-ink-soft">{founder.role}</p>
        </div>
      </header>
      <div className="grid content-start gap-4">
        {founder.bio.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
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
