import { href } from "react-router";
import { faq } from "~/content/marketing/faq";
import { CONTACT_LABEL } from "~/content/marketing/home";
import type { Showcase, StorySide } from "~/content/marketing/showcases";
import { ButtonLink, TextLink } from "~/ui/button";
import { InlineScript } from "~/ui/inline-script";
import { Drawing } from "../drawing";
import { Quote } from "../quote";
import { CallToAction, ExamplesNote, Section } from "../section";
import { Figures } from "./client-results";
import { Slideshow } from "./slideshow";
import slideshowScript from "./slideshow-script.ts?inline-script";

/** A product's page: hero, slideshow, result, features, and a before-and-after story. */
export function ShowcasePage({
  id,
  showcase,
}: {
  /** Prefix of the slides' ids, and of the class with the product's colors. */
  id: string;
  showcase: Showcase;
}) {
  const { story } = showcase;
  return (
    <>
      <header className="wrap grid gap-6 pt-14 pb-12 sm:pt-20 lg:grid-cols-3 lg:items-end lg:gap-10">
        <div className="lg:col-span-2">
          <h1 className="text-title">{showcase.title}</h1>
          <p className="mt-6 max-w-2xl text-ink-soft text-lead">{showcase.lead}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to={href("/contact")}>{CONTACT_LABEL}</ButtonLink>
            {showcase.site ? (
              <ButtonLink to={showcase.site} variant="secondary">
                Visit Site
              </ButtonLink>
            ) : null}
          </div>
        </div>
        <p className="max-w-2xl text-ink-soft">
          {showcase.origin} <TextLink to={faq.costLink.to}>{faq.costLink.label}</TextLink>.
        </p>
      </header>
      <div className={`screen-${id} bg-sunken py-10 text-ink sm:py-16`}>
        <div className="wrap max-lg:max-w-160">
          <Slideshow id={id} label={`${showcase.name} screens`} slides={showcase.slides} />
        </div>
      </div>
      <Section className="pb-0 sm:pb-0">
        <ExamplesNote />
        <div className="mt-6">
          <Figures figures={showcase.result.figures} />
        </div>
        <div
          className={`screen-${id} mt-10 border-accent border-l-3 pl-6 sm:text-2xl sm:leading-snug`}
        >
          <Quote {...showcase.result} />
        </div>
      </Section>
      <Section className="pb-0 sm:pb-0" title={`How ${showcase.name} works`}>
        <ul className="mt-10 grid gap-10 lg:grid-cols-3">
          {showcase.points.map(({ title, text, drawing }) => (
            <li
              key={title}
              className="grid content-start gap-x-8 gap-y-6 sm:max-lg:grid-cols-[22rem_1fr] sm:max-lg:items-center"
            >
              <Drawing
                name={drawing}
                className={`screen-${id} overflow-hidden rounded-card bg-sunken`}
              />
              <div>
                <h3 className="text-subheading">{title}</h3>
                <p className="mt-3 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section className="pb-0 sm:pb-0" title={story.title} lead={story.text}>
        <div className="mt-12 grid gap-x-6 gap-y-10 md:grid-cols-2">
          <Side
            side={story.before}
            className={`story-${id} bg-sunken`}
            lineClassName="border-line-strong border-dashed"
          />
          <Side
            side={story.after}
            className={`screen-${id} bg-accent-soft text-ink`}
            lineClassName="border-accent"
          />
        </div>
      </Section>
      <CallToAction {...showcase.callToAction} />
      <InlineScript source={slideshowScript} />
    </>
  );
}

/** One side of the story: the same case before and with the product. */
function Side({
  side,
  className,
  lineClassName,
}: {
  side: StorySide;
  className: string;
  lineClassName: string;
}) {
  return (
    <article className={`flex flex-col rounded-card p-6 sm:p-8 ${className}`}>
      <h3 className="text-subheading">{side.title}</h3>
      <ol className={`mt-6 grid gap-6 border-l-3 pl-6 ${lineClassName}`}>
        {side.steps.map(({ when, text }) => (
          <li key={text}>
            <p className="font-semibold">{when}</p>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-auto pt-8 font-medium text-feature">{side.result}</p>
    </article>
  );
}
