import { OFFLINE } from "~/content/ui";

const NOTICE = `<p role="alert" class="toast-region alert alert-error">${OFFLINE}</p>`;

/** Offline, shows a notice instead of following a link to the browser's error page. */
export function listenForOfflineLinks(): void {
  let notice: Element | null = null;
  addEventListener("online", () => notice?.remove());
  // Registered before React's listener, which ignores prevented events.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (navigator.onLine || !link || link.host !== location.host) return;
    // Pages handle links to themselves.
    if (link.pathname === location.pathname) return;
    event.preventDefault();
    // Inserted again at each click, because only a new alert is announced.
    notice?.remove();
    document.body.insertAdjacentHTML("beforeend", NOTICE);
    notice = document.body.lastElementChild;
  });
}
