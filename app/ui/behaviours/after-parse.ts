/**
 * What every page does beyond what HTML does by itself, with or without React. Listeners sit on the
 * document, so they also serve what React has put in place later.
 */
import { listenForForms } from "./forms.ts";
import { listenForMenus } from "./menus.ts";
import { applyChoice, readChoice, switchTheme } from "./theme-choice.ts";

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-theme-switch]")) switchTheme();
});
addEventListener("storage", () => applyChoice(readChoice()));
listenForForms();
listenForMenus();
