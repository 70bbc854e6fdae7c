/** A scroll that has not ended after this long never began. Milliseconds. */
const LONGEST_GLIDE_MS = 1500;

/** Lets the stylesheet smooth the scroll that a link within the page starts, and no other. */
export function listenForGlides(): void {
  const root = document.documentElement;
  const stop = () => delete root.dataset.gliding;
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element) || !target.closest('a[href^="#"]')) return;
    root.dataset.gliding = "";
    setTimeout(stop, LONGEST_GLIDE_MS);
  });
  document.addEventListener("scrollend", ({ target }) => {
    if (target === document) stop();
  });
}
