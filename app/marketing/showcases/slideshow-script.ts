/** Enhances `slideshow.tsx`: wrap-around buttons, and marking and announcing the current slide. */
for (const slideshow of document.querySelectorAll("[data-slideshow]")) {
  const track = slideshow.querySelector("[data-slides]");
  const status = slideshow.querySelector("[role=status]");
  if (track && status) enhance(slideshow, track, status);
}

function enhance(slideshow: Element, track: Element, status: Element): void {
  const dots = [...slideshow.querySelectorAll<HTMLElement>("[data-dot]")];
  let current = 0;

  function setCurrent(index: number): void {
    if (index === current) return;
    current = index;
    for (const [position, dot] of dots.entries())
      dot.ariaCurrent = position === index ? "true" : null;
    status.textContent = dots[index]?.ariaLabel ?? "";
  }

  slideshow.addEventListener("click", (event) => {
    const control =
      event.target instanceof Element && event.target.closest("[data-step], [data-dot]");
    if (!(control instanceof HTMLElement)) return;
    event.preventDefault();
    const { step, dot } = control.dataset;
    const index = dot ? Number(dot) : (current + Number(step) + dots.length) % dots.length;
    setCurrent(index);
    track.scrollTo({ left: index * track.clientWidth });
  });
  track.addEventListener("scrollend", () =>
    setCurrent(Math.round(track.scrollLeft / track.clientWidth)),
  );
}
