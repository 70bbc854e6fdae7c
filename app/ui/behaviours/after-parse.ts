/**
 * What every page does beyond what HTML does by itself, with or without React. Listeners sit on the
 * document, so they also serve what React has put in place later.
 */
import { listenForForms } from "./forms";
import { applyChoice, readChoice, switchTheme } from "./theme-choice";

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest("[data-theme-switch]")) switchTheme();
  // A popover stays open after a choice in it, also when the browser comes back to the page.
  if (target.closest("a, [type=submit]")) {
    target.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
  }
});
addEventListener("storage", () => applyChoice(readChoice()));
listenForForms();
