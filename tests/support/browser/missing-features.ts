/** Browsers that lack or refuse a feature: app WebViews, Tor, blocked storage, `http` addresses. */
import type { Page } from "@playwright/test";

/**
 * Runs before the page's scripts. All at once, because app/ui/browser-features.ts asks for each separately.
 */
function deleteFeatures(): void {
  Reflect.deleteProperty(window, "PublicKeyCredential");
  Reflect.deleteProperty(window, "BroadcastChannel");
  const get = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get });
  }
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
  };
}

/** Opens pages without the features; returns the errors that they report, as they come. */
export async function takeFeaturesAway(page: Page): Promise<readonly unknown[]> {
  const reports: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/error-report")) reports.push(request.postData());
  });
  await page.addInitScript(deleteFeatures);
  return reports;
}
