/**
 * Keeps the open page while the browser says that it is offline, instead of the browser's error page: the
 * next one opens if it can be reached after all, and a notice is shown otherwise. Needs the Navigation API.
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
    const stay = () => {
      showOffline();
      // React Router would wait for the page forever.
      dispatchEvent(new PopStateEvent("popstate"));
    };
    fetch(url, { method: "HEAD", signal: AbortSignal.timeout(5_000) }).then(open, stay);
  };
  window.navigation?.addEventListener("navigate", onNavigate, listener);
}
