import type { Result } from "~/content/marketing/showcases";

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

/** A sentence from the client. */
export function Quote({ quote, client }: Pick<Result, "quote" | "client">) {
  return (
    <figure>
      <blockquote className="text-lead">“{quote}”</blockquote>
      <figcaption className="mt-2 text-ink-soft">{client}</figcaption>
    </figure>
  );
}
