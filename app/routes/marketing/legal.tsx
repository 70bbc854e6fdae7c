import { Fragment } from "react";
import { Link } from "react-router";
import {
  LEGAL_SECTION_IDS,
  LEGAL_UPDATED,
  type LegalBlock,
  legalTexts,
  readLegalSection,
} from "~/content/marketing/legal";
import { footer } from "~/content/navigation";
import { studio } from "~/content/studio";
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
    <div className="wrap grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[17rem_1fr] lg:grid-rows-[auto_1fr_auto]">
      <nav aria-label={footer.legal} className="lg:pt-3">
        <ul className="flex flex-wrap gap-x-6 lg:grid">
          {LEGAL_SECTION_IDS.map((id) => (
            <li key={id}>
              <Link
                to={`/legal/${id}`}
                aria-current={id === text.id ? "page" : undefined}
                className="inline-flex min-h-11 items-center text-ink-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:decoration-accent aria-[current=page]:underline-offset-8"
              >
                {legalTexts[id].label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article className="contents">
        <header className="lg:row-span-2">
          <h1 className="text-title">{text.title}</h1>
          {text.id === "accessibility" ? null : (
            <p className="mt-4 text-ink-soft">{LEGAL_UPDATED}</p>
          )}
          <div className="mt-8 max-w-xl">
            <p className="text-lead">{text.intro}</p>
          </div>
        </header>
        <nav
          aria-label="On this page"
          className="stitch-above h-fit pt-5 lg:sticky lg:top-28 lg:row-span-2 lg:row-start-2"
        >
          <ol className="grid gap-x-6 sm:max-lg:grid-cols-2">
            {text.sections.map(({ title }, index) => (
              <li key={title}>
                <a
                  href={`#${sectionId(title)}`}
                  className="grid grid-cols-[1.25rem_1fr] gap-2 py-2 text-ink-soft leading-tight hover:text-ink hover:underline"
                >
                  <span className="tabular-nums">{index + 1}</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-2xl gap-12 lg:col-start-2">
          {text.sections.map(({ title, blocks }, index) => (
            <section key={title} id={sectionId(title)}>
              <h2 className="text-feature">{`${index + 1}. ${title}`}</h2>
              {blocks.map((block) => (
                <Block key={String(block)} block={block} />
              ))}
            </section>
          ))}
        </div>
      </article>
    </div>
  );
}

/** The address of a section within its page. */
const sectionId = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === "string")
    return (
      <p className="mt-[1em] max-w-xl">
        <LinkedText text={block} />
      </p>
    );
  return (
    <ul className="mt-[1em] grid list-disc gap-[0.6em] pl-5 marker:text-ink-soft not-has-[h3]:max-w-xl has-[h3]:mt-5 has-[h3]:list-none has-[h3]:gap-0 has-[h3]:pl-0">
      {block.map((entry) => (
        <li
          key={entry}
          className="has-[h3]:grid has-[h3]:gap-x-8 has-[h3]:border-line has-[h3]:border-t has-[h3]:py-4 sm:has-[h3]:grid-cols-[10rem_1fr]"
        >
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry }: { entry: string }) {
  const [, title, text, kept] = /^(.+?): (.+)\n?(.*)$/.exec(entry) ?? [];
  if (title === undefined) return entry;
  return (
    <>
      <h3 className="font-semibold leading-[inherit] tracking-normal">{title}</h3>
      <p>{text}</p>
      <p className="mt-1 text-ink-soft empty:hidden sm:col-start-2">{kept}</p>
    </>
  );
}

/** A text whose email addresses are links. */
function LinkedText({ text }: { text: string }) {
  const [start, ...rest] = text.split(studio.email);
  return (
    <>
      {start}
      {rest.map((part) => (
        <Fragment key={part}>
          <a href={`mailto:${studio.email}`} className="link">
            {studio.email}
          </a>
          {part}
        </Fragment>
      ))}
    </>
  );
}
