/**
 * What every page does beyond what HTML does by itself, with or without React. Listeners sit on the
 * document, so they also serve what React has put in place later.
 */
import { listenForForms } from "./forms";
import { listenForOfflineLinks } from "./offline-links";
import { applyTheme, readStoredTheme, toggleTheme } from "./theme";

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  if (target.closest("[data-theme-switch]")) toggleTheme();
  // A popover stays open after a choice in it, also when the browser comes back to the page.
  if (target.closest("a, [type=submit]")) {
    target.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
  }
});
addEventListener("storage", () => applyTheme(readStoredTheme()));
listenForForms();
listenForOfflineLinks();
