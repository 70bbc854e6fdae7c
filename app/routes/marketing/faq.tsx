import type { ReactNode } from "react";
import { href } from "react-router";
import { faq, questions } from "~/content/marketing/faq";
import { CONTACT_LABEL } from "~/content/marketing/home";
import { pageMeta } from "~/navigation/page-meta";
import type { RouteHandle } from "~/navigation/route-handle";
import { ButtonLink, TextLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import type { Route } from "./+types/faq";

export const handle: RouteHandle = { plain: true };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: "Questions and answers",
    description:
      "What custom software costs, how long it takes, who owns the code and what happens after launch: straight answers.",
    structured: [
      {
        "@type": "FAQPage",
        mainEntity: questions.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
        })),
      },
    ],
  });

/** "$9,000 to $30,000": what a reader looks for. */
const PRICE_RANGE = /(\$[\d,]+ (?:to|and) \$[\d,]*\d)/;

export default function Faq() {
  return (
    <div className="wrap grid py-14 sm:py-24 lg:grid-cols-[1fr_1.3fr] lg:grid-rows-[auto_1fr] lg:gap-x-12">
      <header className="pb-10">
        <h1 className="text-title">{faq.title}</h1>
        <p className="mt-6 max-w-md text-ink-soft text-lead">{faq.lead}</p>
      </header>
      <div className="border-line border-t lg:row-span-2">
        {questions.map(({ id, question, answer, link }, index) => (
          <Disclosure key={id} id={id} summary={question} isOpen={index === 0}>
            {answer.map((paragraph) => (
              <p key={paragraph}>
                {paragraph
                  .split(PRICE_RANGE)
                  .map((part, place) => (place % 2 ? <strong key={part}>{part}</strong> : part))}
              </p>
            ))}
            {link ? (
              <p>
                <TextLink to={link.to}>{link.label}</TextLink>
              </p>
            ) : null}
            <a
              href={`#${id}`}
              title={faq.linkLabel}
              aria-label={faq.linkLabel}
              className="no-print absolute -end-0.5 bottom-1 grid size-6 place-items-center text-ink-soft opacity-0 hover:text-accent focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100"
            >
              #
            </a>
          </Disclosure>
        ))}
      </div>
      <section
        aria-labelledby="another-question"
        className="stitch-above mt-4 h-fit pt-10 lg:sticky lg:top-24 lg:mt-0 lg:max-w-md"
      >
        <h2 id="another-question" className="text-feature">
          {faq.another.title}
        </h2>
        <p className="mt-2 mb-6 text-ink-soft">{faq.another.text}</p>
        <ButtonLink to={href("/contact")}>{CONTACT_LABEL}</ButtonLink>
      </section>
    </div>
  );
}

/** A question that toggles independently of the others. */
function Disclosure({
  id,
  summary,
  isOpen,
  children,
}: {
  /** Id of the answer: browsers open it for a link that names it. */
  id: string;
  summary: string;
  /** Open when the page loads. */
  isOpen: boolean;
  children: ReactNode;
}) {
  return (
    <details open={isOpen} className="group relative border-line border-b max-lg:last:border-b-0">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 py-6 text-subheading max-sm:text-[1.1875rem] hover:text-accent [&::-webkit-details-marker]:hidden">
        <h2 className="text-inherit leading-snug tracking-[-0.015em]">{summary}</h2>
        <Icon>
          <path d="M1 10h18" />
          <path d="M10 1v18" className="transition-opacity group-open:opacity-0" />
        </Icon>
      </summary>
      <div id={id} className="grid max-w-2xl scroll-mt-24 gap-4 pb-8">
        {children}
      </div>
    </details>
  );
}
