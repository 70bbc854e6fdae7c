import { Link } from "react-router";
import {
  LEGAL_SECTION_IDS,
  LEGAL_UPDATED,
  type LegalBlock,
  legalTexts,
  readLegalSection,
} from "~/content/marketing/legal";
import { footer } from "~/content/navigation";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import type { Route } from "./+types/legal";

export const handle: RouteHandle = { plain: true };

export function loader({ url }: Route.LoaderArgs) {
  return { section: readLegalSection(url.pathname.replace("/legal/", "")) };
}

export const meta: Route.MetaFunction = (args) => {
  const { id, title, description } = legalTexts[args.loaderData?.section ?? "terms-of-service"];
  // An unknown section shows the terms, with their canonical URL.
  return pageMeta(args, { title, description, canonicalPath: `/legal/${id}` });
};

export default function Legal({ loaderData }: Route.ComponentProps) {
  const text = legalTexts[loaderData.section];
  return (
    <div className="wrap grid gap-10 py-14 sm:py-20 lg:grid-cols-[15rem_1fr]">
      <nav aria-label={footer.legal} className="lg:pt-3">
        <ul className="flex flex-wrap gap-x-6 lg:sticky lg:top-28 lg:grid">
          {LEGAL_SECTION_IDS.map((id) => (
            <li key={id}>
              <Link
                to={`/legal/${id}`}
                aria-current={id === text.id ? "page" : undefined}
                className="inline-flex min-h-11 items-center text-ink-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:decoration-accent aria-[current=page]:underline-offset-8"
              >
                {legalTexts[id].title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article className="max-w-2xl">
        <h1 className="text-title">{text.title}</h1>
        {text.id === "accessibility" ? null : <p className="mt-4 text-ink-soft">{LEGAL_UPDATED}</p>}
        <p className="mt-8 text-lead">{text.intro}</p>
        <div>
          {text.sections.map(({ title, blocks }) => [
            <h2 key={title} className="mt-12 text-subheading">
              {title}
            </h2>,
            ...blocks.map((block) => <Block key={String(block)} block={block} />),
          ])}
        </div>
      </article>
    </div>
  );
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === "string") return <p className="mt-[1em]">{block}</p>;
  return (
    <ul className="mt-[1em] grid list-disc gap-[0.4em] pl-5">
      {block.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  );
}
