/** Popovers and sub-menus close by themselves when they have done their work. */
const SUBMENU = "details[data-submenu][open]";

/** Closes menus after a choice, and sub-menus on Escape and on a press anywhere else. */
export function listenForMenus(): void {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const submenu of openSubmenus()) if (!submenu.contains(target)) submenu.open = false;
    if (target.closest("a, [type=submit]")) closeAround(target);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const submenu of openSubmenus()) {
      submenu.open = false;
      if (submenu.contains(document.activeElement)) submenu.querySelector("summary")?.focus();
    }
  });
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Element)) return;
    for (const submenu of openSubmenus())
      if (!submenu.contains(relatedTarget)) submenu.open = false;
  });
}

function openSubmenus(): Iterable<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>(SUBMENU);
}

function closeAround(target: Element): void {
  const submenu = target.closest<HTMLDetailsElement>(SUBMENU);
  if (submenu) submenu.open = false;
  const panel = target.closest<HTMLElement>("[popover]");
  if (panel?.matches(":popover-open")) panel.hidePopover();
}
