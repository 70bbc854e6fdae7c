import type { ReactNode } from "react";
import type { Showcase } from "~/content/showcases";
import { CallToAction } from "./call-to-action";
import { PageHead, Section } from "./section";
import { Slideshow } from "./slideshow";
import { Story } from "./story";

/** A product's page: hero, three screens in a slideshow, what it does, a piece to try, and its story. */
export function ShowcasePage({
  id,
  showcase,
  trial,
}: {
  /** Prefix of the slides' anchors. */
  id: string;
  showcase: Showcase;
  /** A piece of the product that can be tried on the page. */
  trial?: ReactNode;
}) {
  return (
    <>
      <PageHead title={showcase.title} lead={showcase.lead} />
      <div className="bg-sunken py-10 sm:py-16">
        <div className="wrap max-w-5xl">
          <Slideshow id={id} label={`${showcase.name} screens`} slides={showcase.slides} />
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
      </Section>
      {trial}
      <Section className="pb-0 sm:pb-0">
        <Story story={showcase.story} />
      </Section>
      <CallToAction />
    </>
  );
}
