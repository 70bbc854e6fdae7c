/** The showcases: their pages, slideshow, and results on the home page. */
import type { Page } from "@playwright/test";
import { studio } from "../../../app/content/studio.ts";
import { findViolations } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/fixtures.ts";

test("the home page shows the results of both, and its menu leads to them", async ({ page }) => {
  await page.goto("/");
  for (const [project, figure] of [
    ["POFlow", "2 days"],
    ["broodbook", "Same day"],
  ]) {
    const result = page
      .getByRole("region", { name: "What changed for our clients" })
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: `See how ${project} works` }) });
    await expect(result.getByRole("heading", { name: String(figure) })).toBeVisible();
    await expect(result.getByRole("blockquote")).toBeVisible();
  }
  const menu = page.getByRole("navigation", { name: "Menu", exact: true });
  await expect(menu.getByRole("link", { name: "POFlow" })).toBeHidden();
  await menu.getByRole("button", { name: "Products" }).click();
  await expect(menu.getByRole("link", { name: "broodbook" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await menu.getByRole("link", { name: "POFlow" }).click();
  await expect(page).toHaveURL(/\/poflow$/);
});

test("the portfolio leads to both", async ({ page }) => {
  await page.goto("/portfolio");
  const links = (name: string) =>
    page.getByRole("main").getByRole("listitem").filter({ hasText: name }).getByRole("link");
  await expect(links("broodbook")).toHaveText(["View Showcase", "Visit Site"]);
  await expect(links("broodbook").first()).toHaveAttribute("href", "/broodbook");
  await expect(links("POFlow")).toHaveAttribute("href", "/poflow");
});

test("each says above its slides whom it was made for and what one would cost; broodbook can be visited", async ({
  page,
}) => {
  for (const [path, client, ways] of [
    ["/poflow", studio.clients.poflow.name, ["Get in Touch"]],
    ["/broodbook", "the Whitfield family", ["Get in Touch", "Visit Site"]],
  ] as const) {
    await page.goto(path);
    const head = page.getByRole("main").locator("header");
    await expect(head).toContainText(`Made for ${client}. `);
    await expect(head).toContainText(studio.firstPiecePrice);
    await expect(head.getByRole("link")).toHaveText([...ways, "What custom software costs"]);
  }
  await page.getByRole("link", { name: "Visit Site" }).click();
  await expect(page).toHaveURL(studio.clients.broodbook.url);
});

test.describe("the slideshow", () => {
  const path = "/poflow";
  const slide = (page: Page, place: number) => page.locator("[data-slide]").nth(place);
  const dot = (page: Page, place: number) => page.locator("[data-dot]").nth(place);

  async function expectShown(page: Page, place: number): Promise<void> {
    const offset = () =>
      slide(page, place).evaluate((element) => {
        const track = element.parentElement?.getBoundingClientRect().left ?? Number.NaN;
        return Math.abs(element.getBoundingClientRect().left - track);
      });
    await expect.poll(offset).toBeLessThan(2);
    await expect(dot(page, place)).toHaveAttribute("aria-current", "true");
    await expect(page.locator("[data-dot][aria-current]")).toHaveCount(1);
  }

  test("wraps in both directions, follows two quick clicks, its dots and the arrow keys, and announces the slide", async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole("blockquote")).toBeVisible();
    const next = page.getByRole("button", { name: "Next slide" });
    await page.getByRole("button", { name: "Previous slide" }).click();
    await expectShown(page, 2);
    await next.click();
    await expectShown(page, 0);
    await next.click();
    await next.click();
    await expectShown(page, 2);
    await page.locator("[data-slides]").focus();
    await page.keyboard.press("ArrowLeft");
    await expectShown(page, 1);
    await dot(page, 2).click();
    await expectShown(page, 2);
    await expect(page.locator("[data-slideshow] [role=status]")).toContainText("3 of 3");
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the menu opens, and the dots reach every slide", async ({ page }) => {
    await page.goto("/poflow");
    for (const name of ["Next slide", "Switch between light and dark"]) {
      await expect(page.getByRole("button", { name })).toBeHidden();
    }
    await page.getByRole("button", { name: "Products" }).click();
    await page.getByRole("banner").getByRole("link", { name: "broodbook" }).click();
    await page.getByRole("link", { name: /^Slide 3 of 3/ }).click();
    await expect(page.locator("[data-slide]").nth(2)).toBeInViewport({ ratio: 0.6 });
  });
});
