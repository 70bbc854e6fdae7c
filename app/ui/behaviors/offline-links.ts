const NOTICE = '<p role="alert" class="toast-region alert alert-error">You are offline.</p>';

/** Without a connection a link would end on the browser's error page: the page stays, and says why. */
export function listenForOfflineLinks(): void {
  // Comes before React's own listener, which leaves alone what is prevented.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (navigator.onLine || !link || link.host !== location.host) return;
    // What a page does with links to itself it says by itself.
    if (link.pathname === location.pathname) return;
    event.preventDefault();
    document.body.insertAdjacentHTML("beforeend", NOTICE);
    const notice = document.body.lastElementChild;
    addEventListener("online", () => notice?.remove());
  });
}
