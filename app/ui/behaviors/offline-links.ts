import { OFFLINE } from "~/content/ui";

const NOTICE = `<p role="alert" class="toast-region alert alert-error">${OFFLINE}</p>`;

/** Offline, shows a notice instead of following a link to the browser's error page. */
export function listenForOfflineLinks(): void {
  // Registered before React's listener, which ignores prevented events.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (navigator.onLine || !link || link.host !== location.host) return;
    // Pages handle links to themselves.
    if (link.pathname === location.pathname) return;
    event.preventDefault();
    document.body.insertAdjacentHTML("beforeend", NOTICE);
    const notice = document.body.lastElementChild;
    addEventListener("online", () => notice?.remove());
  });
}
