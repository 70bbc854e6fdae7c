import type { Slide } from "~/content/marketing/showcases";
import { Icon } from "~/ui/icon";
import { Drawing } from "../drawing";

/**
 * Slideshow with scroll snapping: works by swipe, scroll and the dots' anchors without scripts.
 * `slideshow-script.ts` adds wrap-around buttons and marks the current slide.
 */
export function Slideshow({
  id,
  label,
  slides,
}: {
  /** Prefix of the slides' ids. */
  id: string;
  label: string;
  slides: readonly Slide[];
}) {
  return (
    <section aria-roledescription="carousel" aria-label={label} data-slideshow className="relative">
      <ul
        data-slides
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard
        tabIndex={0}
        aria-label={`${label}, slides`}
        className="scrollbar-none flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card motion-safe:scroll-smooth"
      >
        {slides.map(({ title, caption, drawing, description }, index) => (
          <li
            key={title}
            id={`${id}-${index + 1}`}
            data-slide
            className="flex-none basis-full snap-center snap-always"
          >
            <figure>
              <Drawing name={drawing} label={description} />
              <figcaption className="mt-5 sm:pr-64">
                <strong className="block font-semibold">{title}</strong>
                <span className="text-ink-soft">{caption}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap items-center justify-center gap-3 bg-sunken sm:absolute sm:top-0 sm:right-0 sm:mt-[calc(43/64*100%+1.5rem)]">
        <StepButton step={-1} label="Previous slide" />
        <ol className="flex flex-wrap">
          {slides.map(({ title }, index) => (
            <li key={title}>
              <a
                href={`#${id}-${index + 1}`}
                data-dot={index}
                title={title}
                aria-label={`Slide ${index + 1} of ${slides.length}: ${title}`}
                aria-current={index === 0 ? "true" : undefined}
                className="group grid size-11 place-items-center rounded-full"
              >
                <span className="h-1 w-7 rounded-full bg-line-strong transition-colors group-hover:bg-accent group-aria-[current=true]:h-2 group-aria-[current=true]:bg-accent" />
              </a>
            </li>
          ))}
        </ol>
        <StepButton step={1} label="Next slide" />
      </div>
      <p role="status" className="sr-only" />
    </section>
  );
}

function StepButton({ step, label }: { step: -1 | 1; label: string }) {
  return (
    <button
      type="button"
      data-step={step}
      title={label}
      aria-label={label}
      className="needs-script grid size-11 place-items-center rounded-full border border-line-strong hover:border-accent hover:text-accent"
    >
      <Icon>
        <path d={step < 0 ? "M12 4 6 10l6 6" : "m8 4 6 6-6 6"} />
      </Icon>
    </button>
  );
}
