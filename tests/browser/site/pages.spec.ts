/** Legal pages, unknown paths, reduced motion and the keyboard. */
import { studio } from "../../../app/content/studio.ts";
import { test } from "../../support/browser/accounts.ts";
import { expect } from "../../support/browser/fixtures.ts";
import { publicPaths } from "../../support/routes/route-table.ts";

test("terms and privacy policy show the update date, and an unknown section shows the terms", async ({
  page,
}) => {
  for (const [section, title] of [
    ["terms-of-service", "Terms of service"],
    ["privacy-policy", "Privacy policy"],
    ["accessibility", "Accessibility"],
    ["anything-else", "Terms of service"],
  ]) {
    await page.goto(`/legal/${section}`);
    const own = section === "anything-else" ? "terms-of-service" : section;
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
      "href",
      new RegExp(`/legal/${own}$`),
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(String(title));
    // The accessibility statement describes the site as it is.
    const date = page.getByText("Last updated October 5th, 2021");
    await expect(date).toHaveCount(own === "accessibility" ? 0 : 1);
  }
});

test("a legal page's contents lead to its sections, its email address is a link, and print has neither menu nor contents", async ({
  page,
}) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const section of ["terms-of-service", "privacy-policy", "accessibility"]) {
      await page.goto(`/legal/${section}`);
      const headings = await page.getByRole("main").locator("h2").allTextContents();
      const contents = page.getByRole("navigation", { name: "On this page" });
      const links = contents.getByRole("link");
      await expect(links).toHaveCount(headings.length);
      for (const [index, heading] of headings.entries()) {
        const name = heading.replace(`${index + 1}. `, "");
        await links.nth(index).click();
        const target = new URL(page.url()).hash;
        const title = page.locator(target).getByRole("heading", { name: heading, exact: true });
        await expect(title).toBeInViewport({ ratio: 1 });
        await expect(links.nth(index)).toContainText(name);
      }
    }
  }
  await expect(page.getByRole("link", { name: studio.email })).toHaveAttribute(
    "href",
    `mailto:${studio.email}`,
  );
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

const WAYS_ON = ["Home page", "Portfolio", "Pricing", "Contact"];

test("an unknown path leads a signed-in visitor to the dashboard as well", async ({
  page,
  person: _,
}) => {
  await page.goto("/no/such/page");
  const links = page.getByRole("main").getByRole("link");
  await expect(links).toHaveText(WAYS_ON.toSpliced(1, 0, "Dashboard"));
});

test("an unknown path responds 404 and names the path, unbroken and without markup", async ({
  page,
}) => {
  const response = await page.goto("/no/such/page?x=1");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("The page /no/such/page could not be found")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(page.getByRole("main").getByRole("link")).toHaveText(WAYS_ON);

  await page.goto("/Login/?next=%2Fpurchase%2Fpro");
  await expect(page).toHaveURL("/auth/signin?next=%2Fpurchase%2Fpro");
  await page.goto("/Princing");
  await expect(page.getByRole("main").getByRole("link")).toHaveText([
    "Go to Pricing",
    ...WAYS_ON.filter((way) => way !== "Pricing"),
  ]);
  await expect(page.getByText("Did you mean Pricing?")).toBeVisible();
  await page.getByRole("link", { name: "Go to Pricing" }).click();
  await expect(page).toHaveURL("/pricing");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/some/such-page");
  // One rectangle for each line.
  const lines = await page.locator("h1 > span").evaluate((path) => {
    const range = document.createRange();
    range.selectNodeContents(path);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);

  await page.goto("/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E");
  await expect(page.locator('main img:not([src^="/marks/"])')).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("could not be found");
});

test("no icon fills the screen when the stylesheet does not load", async ({ page }) => {
  await page.route("**/*.css", (route) => route.abort());
  await page.goto("/");
  const widths = await page
    .locator("svg:not(.drawing > svg)")
    .evaluateAll((icons) => icons.map((icon) => icon.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBeLessThan(50);
});

test("the labels of drawings stay inside them with WCAG's text spacing", async ({ page }) => {
  for (const path of publicPaths) {
    await page.goto(path);
    const cut = await page.evaluate(() => {
      const spacing = new CSSStyleSheet();
      spacing.replaceSync(
        "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }",
      );
      document.adoptedStyleSheets = [spacing];
      return Array.from(document.querySelectorAll(".drawing text"), (label) => ({
        text: label.textContent,
        edge: label.getBoundingClientRect().right,
        end: label.closest("svg")?.getBoundingClientRect().right ?? 0,
      })).filter(({ edge, end }) => edge > end);
    });
    expect(cut, path).toEqual([]);
  }
});

test("there are no animations with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const animated = await page.evaluate(() => {
    const before = document.getAnimations().length;
    document.documentElement.dataset.theme = "dark";
    return { before, afterANewTheme: document.getAnimations().length };
  });
  expect(animated).toEqual({ before: 0, afterANewTheme: 0 });
});

test("the keyboard reaches everything in order with visible focus, and can skip the menu", async ({
  page,
}) => {
  await page.goto("/contact");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  const reached: string[] = [];
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press("Tab");
    const focus = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const name = element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "";
      return { name, isVisible: outlineStyle !== "none" && outlineWidth !== "0px" };
    });
    if (!focus) break;
    expect(focus.isVisible, `focus on ${focus.name}`).toBe(true);
    reached.push(focus.name);
  }
  // The second is the footer's.
  const order = ["Pricing", "Send message", "Pricing", "GitHub"];
  expect(reached.filter((name) => order.includes(name))).toEqual(order);

  await page.goto("/contact");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Name")).toBeFocused();
});
