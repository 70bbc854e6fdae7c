/** The page of all components, which is for those who work on them, and nowhere in production. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import {
  OVERLAYS,
  type ServedCatalogue,
  serveCatalogue,
} from "../../tools/catalogue/serve-catalogue.ts";
import { expect, test } from "../support/fixtures.ts";
import { overhang } from "../support/overhang.ts";

// One server for the file.
test.describe.configure({ mode: "default" });

const TITLE = "The components in their states";
let catalogue: ServedCatalogue;
test.beforeAll(async () => {
  catalogue = await serveCatalogue();
});
test.afterAll(() => catalogue.stop());

for (const query of ["", ...OVERLAYS.map((each) => `?open=${each}`)]) {
  test(`every component in every state is accessible, light and dark, and fits 320 px ${query}`, async ({
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(catalogue.url + query);
    await expect(page.getByText(TITLE)).toBeAttached();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overhang(page)).toBeLessThanOrEqual(0);
  });
}

test("every button without words has a tooltip", async ({ page }) => {
  await page.goto(catalogue.url);
  await page.getByText(TITLE).waitFor();
  const icons = page.locator("button.icon-button");
  expect(await icons.count()).toBeGreaterThan(4);
  for (const icon of await icons.all()) await expect(icon).toHaveAttribute("title", /./);
});

test("the product answers no address with it, and no file of the build holds it", async ({
  page,
}) => {
  for (const address of ["/catalogue", "/tools/catalogue", "/components"]) {
    expect((await page.request.get(address)).status()).toBe(404);
  }
  const build = path.join(import.meta.dirname, "../../build");
  const files = readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|html|css)$/.test(entry.name))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
  expect(files.length).toBeGreaterThan(20);
  for (const text of files) expect(text.includes(TITLE)).toBe(false);
});
