/** The marketing pages: home, about, portfolio and FAQ. */
import type { Page } from "@playwright/test";
import { hero } from "../../../app/content/marketing/home.ts";
import { freePlan } from "../../../app/content/plans.ts";
import { remainingPlaceholders, studio } from "../../../app/content/studio.ts";
import { expect, test } from "../../support/browser/fixtures.ts";
import { PRICES } from "../../support/plans.ts";

test("the home page has hero, features and call to action", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(hero.title);
  for (const name of ["Feeling Trapped?", "Need Guidance?", "Want Flexibility?"]) {
    await expect(page.locator("#features").getByRole("heading", { name })).toBeVisible();
  }
  const afterLaunch = page.getByRole("region", { name: "What happens after launch?" });
  await expect(
    afterLaunch.getByText(`Plans start at ${freePlan ? "$0" : PRICES.starter.listed}.`),
  ).toBeVisible();
  const callToAction = page.getByRole("region", { name: "Ready to get started?" });
  await expect(callToAction.getByRole("link", { name: "Get in Touch" })).toHaveAttribute(
    "href",
    "/contact",
  );
  await expect(callToAction.getByRole("link", { name: "View Our Work" })).toHaveAttribute(
    "href",
    "/portfolio",
  );
});

test("the about page introduces two founders", async ({ page }) => {
  await page.goto("/about");
  const founders = page.getByRole("article");
  await expect(founders).toHaveCount(2);
  for (const founder of await founders.all()) {
    await expect(founder.getByRole("img", { name: /Illustrated portrait of/ })).toBeVisible();
    await expect(founder.getByText(/^Founder, /)).toBeVisible();
    await expect(founder.getByRole("list")).toHaveCount(2);
  }
  await expect(page.getByRole("link", { name: "Get in Touch" })).toHaveAttribute(
    "href",
    "/contact",
  );
  const { display, href } = studio.phone;
  await expect(page.getByRole("link", { name: display })).toHaveAttribute("href", href);
});

test("the portfolio has four cards, each with a way on", async ({ page }) => {
  await page.goto("/portfolio");
  const cards = page.locator("main > ul > li");
  await expect(cards).toHaveCount(4);
  await expect(cards.first().getByRole("link")).toHaveText(["View Showcase", "Visit Site"]);
  await expect(cards.nth(2).getByRole("link", { name: "Inquire" })).toHaveAttribute(
    "href",
    "/contact",
  );
  for (const card of await cards.all()) await expect(card.getByRole("link").first()).toBeVisible();
});

test("the home page and the portfolio say that clients are examples, as long as they are", async ({
  page,
}) => {
  const isInvented = remainingPlaceholders.includes("marketing client’s name");
  for (const path of ["/", "/portfolio"]) {
    await page.goto(path);
    await expect(page.getByText("Clients and their figures are examples.")).toHaveCount(
      isInvented ? 1 : 0,
    );
  }
});

/** Clicks an in-page link, and returns the scroll positions of the rendered frames. */
async function stopsOnTheWay(page: Page, link: string): Promise<number[]> {
  const stops = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const heights: number[] = [];
        addEventListener("scroll", () => heights.push(Math.round(scrollY)));
        addEventListener("scrollend", () => resolve([...new Set(heights)]), { once: true });
      }),
  );
  await page.getByRole("link", { name: link }).click();
  return stops;
}

test("'Get Started' scrolls smoothly to the features, with reduced motion at once", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/");
  const stops = await stopsOnTheWay(page, "Get Started");
  expect(stops.length).toBeGreaterThan(1);
  await expect(page).toHaveURL(/#features$/);
  await expect(page.locator("#features h2")).toBeInViewport();

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const instant = await stopsOnTheWay(page, "Get Started");
  expect(instant).toHaveLength(1);
  expect(instant[0]).toBeGreaterThan(200);
});

test("the FAQ opens the first of five questions, and toggles each", async ({ page }) => {
  await page.goto("/faq");
  const questions = page.locator("main details");
  await expect(questions).toHaveCount(5);
  const answer = (index: number) => questions.nth(index).locator("p").first();
  const upright = (place: number) => questions.nth(place).locator("summary path").last();

  await questions.nth(2).locator("summary").click();
  for (const index of [0, 2]) await expect(answer(index)).toBeVisible();
  await expect(answer(1)).toBeHidden();
  await expect(upright(0)).toHaveCSS("opacity", "0");
  await expect(upright(1)).toHaveCSS("opacity", "1");

  await questions.nth(0).locator("summary").click();
  await expect(answer(0)).toBeHidden();
  await expect(answer(2)).toBeVisible();
});

test("each question has an address, which opens its answer; printed, all are answered", async ({
  page,
}) => {
  await page.goto("/pricing");
  await page.getByRole("link", { name: "What custom software costs" }).click();
  await expect(page).toHaveURL("/faq#cost");
  for (const question of await page.locator("main details").all()) {
    const id = await question.locator("> div").getAttribute("id");
    await page.goto("about:blank");
    await page.goto(`/faq#${id}`);
    await expect(question.locator("h2")).toBeInViewport();
    await expect(question.locator("p").first()).toBeInViewport();
    const link = question.getByRole("link", { name: "Link to this answer" });
    await expect(link).toHaveAttribute("href", `#${id}`);
  }
  await page.goto("about:blank");
  await page.goto("/faq");
  await page.emulateMedia({ media: "print" });
  const answers = page.locator("main details > div");
  await expect(answers).toHaveCount(5);
  for (const answer of await answers.all()) expect(await answer.evaluate(isRendered)).toBe(true);
});

/** Playwright's own check does not know `::details-content`. */
function isRendered(element: Element): boolean {
  return element.checkVisibility() && element.getBoundingClientRect().height > 40;
}
