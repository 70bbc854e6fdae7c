import type { ReactNode } from "react";
import { marketingSite, type Project, portfolio, projects } from "~/content/marketing/portfolio";
import { Drawing } from "~/marketing/drawing";
import { Quote } from "~/marketing/quote";
import { CallToAction, ExamplesNote } from "~/marketing/section";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { ButtonLink } from "~/ui/button";
import { PageHead } from "~/ui/page-head";
import type { Route } from "./+types/portfolio";

export const handle: RouteHandle = { plain: true };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Portfolio",
    description:
      "A digital marketing site, a family contact app, an education platform and a purchase-order system.",
    image: {
      drawing: "screens/marketing-site",
      alt: "The site of a wine shop: a bottle, its price and a button to reserve it.",
    },
  });

const [first, ...others] = projects;

export default function Portfolio() {
  return (
    <>
      <PageHead title={portfolio.title} lead={portfolio.lead}>
        <ExamplesNote />
      </PageHead>
      <ul className="wrap grid gap-y-16 lg:gap-y-24">
        <ProjectCard project={first}>
          <MarketingSiteShowcase />
        </ProjectCard>
        {others.map((project) => (
          <ProjectCard key={project.name} project={project} />
        ))}
      </ul>
      <CallToAction {...portfolio.callToAction} />
    </>
  );
}

/** On wide screens, pictures change sides from project to project. `children`: a row below. */
function ProjectCard({ project, children }: { project: Project; children?: ReactNode }) {
  return (
    <li className="group grid gap-6 lg:grid-cols-2 lg:items-center lg:gap-x-16">
      <Picture drawing={project.drawing} label={portfolio.illustration(project.name)} />
      <div>
        <p className="text-ink-soft">{project.kind}</p>
        <h2 className="mt-1 text-heading">{project.name}</h2>
        <p className="mt-4 max-w-prose">{project.text}</p>
        <p className="mt-6 flex flex-wrap items-baseline gap-x-3">
          <strong className="text-heading">{project.figure.value}</strong>
          {project.figure.text}
        </p>
        <div className="mt-6 border-accent border-l-3 pl-5">
          <Quote {...project.testimony} />
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          {project.links.map(({ label, to }, index) => (
            <ButtonLink
              key={label}
              to={to}
              variant={index === 0 ? "primary" : "secondary"}
              aria-label={`${label}: ${project.name}`}
            >
              {label}
            </ButtonLink>
          ))}
        </div>
      </div>
      {children}
    </li>
  );
}

function MarketingSiteShowcase() {
  return (
    <div
      id="marketing-site"
      className="mt-4 grid scroll-mt-24 gap-x-16 gap-y-8 rounded-card bg-sunken p-5 pb-8 sm:p-8 lg:col-span-2 lg:grid-cols-2 lg:items-center lg:p-10"
    >
      <Drawing name={marketingSite.drawing} label={marketingSite.description} />
      <div>
        <h3 className="text-feature">{marketingSite.title}</h3>
        <p className="mt-4 max-w-prose">{marketingSite.text}</p>
      </div>
    </div>
  );
}

/** The screen of a project. */
function Picture({ drawing, label }: { drawing: string; label: string }) {
  return (
    <div className="rounded-card sm:bg-sunken sm:p-8 lg:p-10 lg:group-even:order-last">
      <Drawing name={drawing} label={label} />
    </div>
  );
}
