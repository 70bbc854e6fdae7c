import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A part of the page that the server draws too, for `load` to fetch when React wants it. Where its file is gone since
 * a deploy the page is loaded anew and has the new one, as the router does with pages; without a connection that waits
 * for one. A new document that lacks its own files fails, so that nobody goes in circles.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const fetchPart = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() };
    } catch (error) {
      if (import.meta.env.SSR || !document.documentElement.dataset.hydrated) throw error;
      if (!navigator.onLine) await new Promise((go) => window.addEventListener("online", go));
      window.location.reload();
      return new Promise(() => {});
    }
  };
  return lazy(fetchPart);
}
