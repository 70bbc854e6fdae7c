import type { Page } from "@playwright/test";
import * as v from "valibot";
import { PUBLIC_PATHS } from "../../../app/content/marketing/public-paths.ts";

export { PUBLIC_PATHS };

/** The public pages and the 404. */
export const VISITOR_PATHS = [...PUBLIC_PATHS, "/no/such/page"] as const;

const structuredSchema = v.object({
  "@context": v.literal("https://schema.org"),
  "@type": v.string(),
});

/** The schema.org types of the page's structured data. */
export async function readStructuredTypes(page: Page): Promise<string[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => v.parse(structuredSchema, JSON.parse(text))["@type"]);
}
