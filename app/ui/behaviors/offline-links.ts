/**
 * Keeps the open page while the browser says that it is offline, instead of its error page: the next page opens
 * if it can be reached after all, and a notice is shown otherwise. Without the Navigation API, the browser's page.
 */
import { showOffline } from "./forms";

export function listenForOfflineLinks(): void {
  const listener = new AbortController();
  const onNavigate = (event: NavigateEvent) => {
    const { url, sameDocument } = event.destination;
    if (navigator.onLine || sameDocument || event.formData || !event.canIntercept) return;
    event.preventDefault();
    const open = () => {
      listener.abort();
      location.assign(url);
    };
    fetch(url, { method: "HEAD", signal: AbortSignal.timeout(5_000) }).then(open, showOffline);
  };
  window.navigation?.addEventListener("navigate", onNavigate, listener);
}
