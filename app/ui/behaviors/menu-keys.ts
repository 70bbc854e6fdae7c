/** Up and down arrows open a menu and move between its entries. */
export function listenForMenuKeys(): void {
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
}
