const NOTICE = `<div class="toast-region"><p role="alert" class="toast text-danger">You’re offline.</p></div>`;
let notice: Element | null = null;

/** Says that the browser is offline, until it is online again. */
export function showOffline(): void {
  // Inserted again each time, because only a new alert is announced.
  notice?.remove();
  document.body.insertAdjacentHTML("beforeend", NOTICE);
  notice = document.body.lastElementChild;
}

/** Offline, shows a notice instead of following a link to the browser's error page. */
export function listenForOfflineLinks(): void {
  addEventListener("online", () => notice?.remove());
  // Registered before React's listener, which ignores prevented events.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (navigator.onLine || !link || link.host !== location.host) return;
    // Pages handle links to themselves.
    if (link.pathname === location.pathname) return;
    event.preventDefault();
    showOffline();
  });
}
