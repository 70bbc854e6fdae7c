/**
 * Keeps the open page while the browser says that it is offline, instead of its error page: the next page opens
 * if it can be reached after all, and a notice is shown otherwise. Without the Navigation API, the browser's page.
 */
import { showOffline } from "./forms";

export function listenForOfflineLinks(): void {
  let isReachable = false;
  window.navigation?.addEventListener("navigate", (event) => {
    const { url, sameDocument } = event.destination;
    const isLoad = event.canIntercept && !sameDocument && !event.formData;
    if (navigator.onLine || isReachable || !isLoad) return;
    event.preventDefault();
    const open = () => {
      isReachable = true;
      location.assign(url);
    };
    fetch(url, { method: "HEAD", signal: AbortSignal.timeout(5_000) }).then(open, showOffline);
  });
}
