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
    <section
      aria-roledescription="carousel"
      aria-label={label}
      data-slideshow
      className="grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_34rem] lg:items-center"
    >
      <div className="min-w-0 lg:order-last">
        <ul
          data-slides
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable by keyboard
          tabIndex={0}
          aria-label={`${label}, slides`}
          className="scrollbar-none flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card motion-safe:scroll-smooth"
        >
          {slides.map(({ title, drawing, description }, index) => (
            <li
              key={title}
              id={`${id}-${index + 1}`}
              data-slide
              className="flex-none basis-full snap-center snap-always"
            >
              <Drawing name={drawing} label={description} />
            </li>
          ))}
        </ul>
        <div className="needs-script mt-4 flex justify-center gap-3">
          <StepButton step={-1} label="Previous slide" />
          <StepButton step={1} label="Next slide" />
        </div>
      </div>
      {/* The dots are knots on a thread, each with its slide's name. */}
      <ol className="slide-dots">
        {slides.map(({ title, caption }, index) => (
          <li key={title}>
            <a
              href={`#${id}-${index + 1}`}
              data-dot={index}
              aria-label={`Slide ${index + 1} of ${slides.length}: ${title}`}
              aria-current={index === 0 ? "true" : undefined}
            >
              {title}
            </a>
            <p className="text-ink-soft">{caption}</p>
          </li>
        ))}
      </ol>
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
      className="grid size-11 place-items-center rounded-full border border-line-strong hover:border-accent hover:text-accent"
    >
      <Icon>
        <path d={step < 0 ? "M12 4 6 10l6 6" : "m8 4 6 6-6 6"} />
      </Icon>
    </button>
  );
}
