/** A deploy while a tab stays open. */
import type { Page } from "@playwright/test";

/**
 * From now on, data comes from another build, whose loaders have renamed a field that the open page needs.
 */
export async function deploy(page: Page): Promise<void> {
  const { commit } = await (await page.request.get("/healthz")).json();
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    const body = (await response.text())
      .replaceAll(`"${commit}"`, '"another"')
      .replaceAll(/"(items|profile|providers)"/g, '"renamed"');
    await route.fulfill({ response, body });
  });
}

/** Counts the documents that load from now on. */
export function countDocuments(page: Page): () => number {
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  return () => documents;
}

export async function openSettings(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Settings" }).click();
}
