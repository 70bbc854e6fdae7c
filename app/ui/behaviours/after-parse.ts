/**
 * Everything that pages without React do beyond what HTML does by itself. Listeners sit on the
 * document, so they also serve pages that React has put in place later.
 */
import { listenForForms } from "./forms.ts";
import { listenForGlides } from "./glide.ts";
import { listenForMenus } from "./menus.ts";
import { listenForSlideshows } from "./slideshow.ts";
import { applyChoice, readChoice, switchTheme } from "./theme-choice.ts";

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-theme-switch]")) switchTheme();
});
addEventListener("storage", () => applyChoice(readChoice()));
listenForForms();
listenForGlides();
listenForMenus();
listenForSlideshows();
