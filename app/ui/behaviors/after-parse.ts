/**
 * Behaviors of every page. Listeners are on the document, so they also cover elements that React renders
 * later.
 */
import { listenForFormSubmits } from "./forms";
import { listenForOfflineLinks } from "./offline-links";
import { applyTheme, readStoredTheme, toggleTheme } from "./theme";

/** A browser without popovers throws on their selector. */
const HAS_POPOVERS = CSS.supports("selector(:popover-open)");

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  // Safari does not focus a clicked button, and scrolls when a dialog has no element to return the focus to.
  if (document.activeElement === document.body) target.closest("button")?.focus();
  if (target.closest("[data-theme-switch]")) toggleTheme();
  if (!HAS_POPOVERS) return;
  // Popovers do not close automatically on activation, and would still be open after a back navigation.
  if (target.closest("a, [type=submit]")) {
    target.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
  }
});
addEventListener("storage", () => applyTheme(readStoredTheme()));
listenForFormSubmits();
listenForOfflineLinks();
