/**
 * Behaviors of every page, with or without React. Listeners are on the document, so they also cover elements
 * that React renders later.
 */
import { listenForFormSubmits } from "./forms";
import { listenForOfflineLinks } from "./offline";
import { applyTheme, readStoredTheme, toggleTheme } from "./theme";

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  // Safari does not focus a clicked button, and scrolls when a dialog has no element to return the focus to.
  if (document.activeElement === document.body) target.closest("button")?.focus();
  if (target.closest("[data-theme-switch]")) toggleTheme();
  // Popovers do not close automatically on activation, and would still be open after a back navigation.
  if (target.closest("a, [type=submit]")) {
    target.closest<HTMLElement>("[popover]:popover-open")?.hidePopover();
  }
});
addEventListener("storage", () => applyTheme(readStoredTheme()));
listenForFormSubmits();
listenForOfflineLinks();

// Up and down arrows open a menu and move between its entries.
document.addEventListener("keydown", (event) => {
  const isUp = event.key === "ArrowUp";
  const { activeElement } = document;
  if (!(isUp || event.key === "ArrowDown") || !(activeElement instanceof HTMLElement)) return;
  const button = activeElement.closest<HTMLButtonElement>("button[popovertarget]");
  const menu = button?.popoverTargetElement ?? activeElement.closest(".menu-panel:popover-open");
  if (!menu) return;
  event.preventDefault();
  if (button && !menu.matches(":popover-open")) button.click();
  const entries = Array.from(menu.querySelectorAll<HTMLElement>("a, button")).filter((entry) =>
    entry.checkVisibility(),
  );
  const index = entries.indexOf(activeElement);
  entries.at(isUp ? Math.max(index, 0) - 1 : (index + 1) % entries.length)?.focus();
});
