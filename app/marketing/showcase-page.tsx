import type { ReactNode } from "react";
import type { Showcase } from "~/content/showcases";
import { CallToAction } from "./call-to-action";
import { PageHead, Section } from "./section";
import { Slideshow } from "./slideshow";

export type Drawing = (props: { label: string }) => ReactNode;

/** A product's page: hero, three screens in a slideshow, what it does, why it exists. */
export function ShowcasePage({
  id,
  showcase,
  drawings,
}: {
  /** Prefix of the slides' anchors. */
  id: string;
  showcase: Showcase;
  drawings: readonly [Drawing, Drawing, Drawing];
}) {
  const items = showcase.slides.map((slide, index) => {
    const Drawing = drawings[index];
    return { ...slide, drawing: Drawing ? <Drawing label={slide.description} /> : null };
  });
  return (
    <>
      <PageHead title={showcase.title} lead={showcase.lead} />
      <div className="bg-sunken py-10 sm:py-16">
        <div className="wrap max-w-5xl">
          <Slideshow id={id} label={`${showcase.name} screens`} items={items} />
        </div>
      </div>
      <Section className="pb-0 sm:pb-0">
        <ul className="grid gap-10 md:grid-cols-3">
          {showcase.points.map(({ title, text }) => (
            <li key={title}>
              <h2 className="text-subheading">{title}</h2>
              <p className="mt-3 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
        <div className="mt-20 grid gap-6 md:grid-cols-[1fr_1.6fr]">
          <h2 className="text-heading">{showcase.story.title}</h2>
          <div className="grid max-w-2xl gap-4 text-lead">
            {showcase.story.text.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </Section>
      <CallToAction />
    </>
  );
}
