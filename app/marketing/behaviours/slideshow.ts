/** Arrows, dots, keys and the announcement of a slideshow. Its markup is in `marketing/slideshow.tsx`. */

/** A scroll that has been silent for this long has ended. Milliseconds. */
const SCROLL_END_MS = 120;

interface Slideshow {
  readonly root: HTMLElement;
  readonly track: HTMLElement;
  readonly slides: readonly HTMLElement[];
  readonly dots: readonly HTMLElement[];
  readonly status: Element | null;
}

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Listens for every slideshow there is or will be. */
export function listenForSlideshows(): void {
  document.addEventListener("click", (event) => {
    const control =
      event.target instanceof Element ? event.target.closest("[data-step],[data-dot]") : null;
    const slideshow = control && findSlideshow(control);
    if (!slideshow || !(control instanceof HTMLElement)) return;
    event.preventDefault();
    const { step, dot } = control.dataset;
    show(slideshow, dot === undefined ? currentIndex(slideshow) + Number(step) : Number(dot));
  });

  document.addEventListener("keydown", (event) => {
    const step = KEY_STEPS[event.key];
    const slideshow = step && event.target instanceof Element && findSlideshow(event.target);
    if (!slideshow || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(slideshow, currentIndex(slideshow) + step);
  });

  let timer: ReturnType<typeof setTimeout>;
  document.addEventListener(
    "scroll",
    ({ target }) => {
      const slideshow = target instanceof Element && findSlideshow(target);
      if (!slideshow) return;
      clearTimeout(timer);
      timer = setTimeout(() => settle(slideshow), SCROLL_END_MS);
    },
    true,
  );

  for (const gesture of ["pointerdown", "wheel"]) {
    document.addEventListener(
      gesture,
      ({ target }) => {
        const slideshow = target instanceof Element && findSlideshow(target);
        if (slideshow) delete slideshow.root.dataset.heading;
      },
      { capture: true, passive: true },
    );
  }
}

function findSlideshow(element: Element): Slideshow | undefined {
  const root = element.closest<HTMLElement>("[data-slideshow]");
  const track = root?.querySelector<HTMLElement>("[data-slides]");
  if (!root || !track) return undefined;
  return {
    root,
    track,
    slides: [...track.querySelectorAll<HTMLElement>("[data-slide]")],
    dots: [...root.querySelectorAll<HTMLElement>("[data-dot]")],
    status: root.querySelector("[role=status]"),
  };
}

/** Where the slideshow is heading: a second press counts from there, not from where the scroll is. */
function currentIndex({ root }: Slideshow): number {
  return Number(root.dataset.index ?? 0);
}

function nearestIndex({ track }: Slideshow): number {
  return Math.round(track.scrollLeft / track.clientWidth);
}

function show(slideshow: Slideshow, wanted: number): void {
  const index = wrapIndex(wanted, slideshow.slides.length);
  mark(slideshow, index);
  slideshow.root.dataset.heading = String(index);
  scrollToSlide(slideshow, index);
}

function scrollToSlide({ track }: Slideshow, index: number): void {
  track.scrollTo({ left: index * track.clientWidth });
}

/**
 * Marks the slide at which a person's scroll came to rest. A scroll of ours that stalls short of
 * its slide (a busy device, a new layout) is sent on its way again instead.
 */
function settle(slideshow: Slideshow): void {
  const { heading } = slideshow.root.dataset;
  const nearest = nearestIndex(slideshow);
  if (heading !== undefined && heading !== String(nearest)) {
    scrollToSlide(slideshow, Number(heading));
    return;
  }
  delete slideshow.root.dataset.heading;
  mark(slideshow, nearest);
}

function mark({ root, slides, dots, status }: Slideshow, index: number): void {
  if (root.dataset.index === String(index)) return;
  root.dataset.index = String(index);
  dots.forEach((dot, place) => {
    if (place === index) dot.setAttribute("aria-current", "true");
    else dot.removeAttribute("aria-current");
  });
  if (status) status.textContent = slides[index]?.dataset.slide ?? "";
}

/** `index` counted around a ring of `count` places: after the last comes the first, before it the last. */
export function wrapIndex(index: number, count: number): number {
  return ((index % count) + count) % count;
}
