import { href } from "react-router";
import { broodbook, poflow, type Result } from "~/content/marketing/showcases";
import { TextLink } from "~/ui/button";
import { Drawing } from "../drawing";
import { Quote } from "../quote";
import { ExamplesNote, Section } from "../section";

const CLIENT_RESULTS = [
  { showcase: poflow, to: href("/poflow"), slide: poflow.slides[1] },
  { showcase: broodbook, to: href("/broodbook"), slide: broodbook.slides[1] },
] as const;

/** The result of each showcase, with a link to its page. */
export function ClientResults() {
  return (
    <Section title="What changed for our clients" className="thread-through bg-accent-soft">
      <ExamplesNote />
      <ul className="mt-12 grid gap-x-12 gap-y-6 md:grid-cols-2">
        {CLIENT_RESULTS.map(({ showcase: { name, result }, to, slide }) => (
          <li key={to} className="row-span-4 grid grid-rows-subgrid max-md:not-first:mt-8">
            <Drawing name={slide.drawing} label={slide.description} />
            <h3>
              <span className="block text-heading">{result.figures[0].value}</span>
              <span className="mt-2 block font-medium text-lead">{result.figures[0].text}</span>
            </h3>
            <Quote {...result} />
            <p>
              <TextLink to={to}>{`See how ${name} works`}</TextLink>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The figures of a project, each with what it measures. */
export function Figures({ figures }: Pick<Result, "figures">) {
  return (
    <ul className="grid gap-8 sm:grid-cols-3 sm:gap-10">
      {figures.map(({ value, text }) => (
        <li key={text}>
          <strong className="block text-heading">{value}</strong>
          <span className="mt-2 block text-ink-soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}
