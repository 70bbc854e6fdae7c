/**
 * What every page does beyond what HTML does by itself, with or without React. Listeners sit on the
 * document, so they also serve what React has put in place later.
 */
import { listenForForms } from "./forms";
import { listenForMenus } from "./menus";
import { listenForOfflineLinks } from "./offline-links";
import { applyChoice, readChoice, switchTheme } from "./theme-choice";

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-theme-switch]")) switchTheme();
});
addEventListener("storage", () => applyChoice(readChoice()));
listenForForms();
listenForMenus();
listenForOfflineLinks();
