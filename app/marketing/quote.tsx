import type { Testimony } from "~/content/marketing/home";
import { Drawing } from "./drawing";

/** A sentence from the client, beside their face. */
export function Quote({ quote, client, portrait }: Testimony) {
  return (
    <figure className="grid grid-cols-[auto_1fr] content-start gap-x-4">
      <Drawing
        name={portrait}
        className="row-span-2 aspect-square w-14 self-start overflow-hidden rounded-full sm:w-16"
      />
      <blockquote className="max-w-[50ch] text-balance">“{quote}”</blockquote>
      <figcaption className="mt-1 text-ink-soft text-sm">{client}</figcaption>
    </figure>
  );
}
