/** Up and down arrows move between the entries of a menu, and down opens it, as the browser does for a `select`. */
export function listenForMenuKeys(): void {
  document.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const { activeElement } = document;
    if (step === 0 || !(activeElement instanceof HTMLElement)) return;
    const button = activeElement.closest<HTMLButtonElement>("button[popovertarget]");
    const menu = button?.popoverTargetElement ?? activeElement.closest(".menu-panel:popover-open");
    if (!menu) return;
    event.preventDefault();
    if (button && !menu.matches(":popover-open")) button.click();
    const entries = Array.from(menu.querySelectorAll<HTMLElement>("a, button")).filter((entry) =>
      entry.checkVisibility(),
    );
    const index = entries.indexOf(activeElement);
    const isFirst = index <= 0 && step < 0;
    entries[isFirst ? entries.length - 1 : (index + step) % entries.length]?.focus();
  });
}
