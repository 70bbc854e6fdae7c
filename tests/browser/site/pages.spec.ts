/** Content and links of the public pages. */
import { expect, test } from "../../support/fixtures.ts";
import { VISITOR_PATHS } from "../../support/public-pages.ts";

test("the home page has hero, features and call to action", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Truly Custom Software");
  for (const name of ["Feeling Trapped?", "Need Guidance?", "Want Flexibility?"]) {
    await expect(page.locator("#features").getByRole("heading", { name })).toBeVisible();
  }
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

test("every call to action asks a different question", async ({ page }) => {
  const titles: string[] = [];
  for (const path of VISITOR_PATHS) {
    await page.goto(path);
    const title = page.locator("#call-to-action");
    if ((await title.count()) === 0) continue;
    titles.push(await title.innerText());
    await expect(page.getByRole("link", { name: "Get in Touch" })).toHaveCount(1);
  }
  expect(titles.length).toBeGreaterThan(3);
  expect(new Set(titles).size).toBe(titles.length);
});

for (const path of VISITOR_PATHS) {
  test(`text in the drawings of ${path} is at least 11 px on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    const sizes = await page.locator(".drawing text").evaluateAll((texts) =>
      texts.map((text) => {
        if (!(text instanceof SVGTextElement)) return 0;
        return Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.d ?? 0);
      }),
    );
    expect(Math.min(11, ...sizes)).toBe(11);
  });
}

test("the FAQ states what custom software costs", async ({ page }) => {
  await page.goto("/faq");
  await page.getByText("What does custom software cost?").click();
  await expect(page.getByText(/usually costs \$[\d,]+ to \$[\d,]+\./)).toBeVisible();
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
});

test("the founders' names and lists are aligned", async ({ page }) => {
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/about");
    for (const heading of ["h2", "h3"]) {
      const places = await page
        .locator(`article ${heading}`)
        .evaluateAll((found) => found.map((each) => Math.round(each.getBoundingClientRect().top)));
      expect(new Set(places).size, `${heading} at ${width} px`).toBe(1);
    }
  }
});

test("the portfolio has four cards, each with its links", async ({ page }) => {
  await page.goto("/portfolio");
  const cards = page.locator("main > ul > li");
  await expect(cards).toHaveCount(4);
  const links = async (place: number) => cards.nth(place).getByRole("link").allTextContents();
  expect(await links(0)).toEqual(["View Showcase", "Visit Site"]);
  expect(await links(1)).toEqual(["View Showcase", "Visit Site"]);
  await expect(cards.nth(1).getByRole("link", { name: "View Showcase" })).toHaveAttribute(
    "href",
    "/broodbook",
  );
  await expect(cards.nth(2).getByRole("link", { name: "Inquire" })).toHaveAttribute(
    "href",
    "/contact",
  );
  await expect(cards.nth(3).getByRole("link")).toHaveAttribute("href", "/poflow");
});

test("the legal pages show the update date, and an unknown section shows the terms", async ({
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
    await expect(page.getByText("Last updated October 5th, 2021")).toBeVisible();
  }
});

test("an unknown path responds 404 and names the path", async ({ page }) => {
  const response = await page.goto("/no/such/page?x=1");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("The page /no/such/page could not be found")).toBeVisible();
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
});

test("an unknown path does not break at a hyphen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/some/such-page");
  // One rectangle for each line.
  const lines = await page.locator("h1 > span").evaluate((path) => {
    const range = document.createRange();
    range.selectNodeContents(path);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test("an unknown path cannot put markup into the page", async ({ page }) => {
  await page.goto("/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E");
  await expect(page.locator('main img:not([src^="/marks/"])')).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("could not be found");
});

test("the footer links to everything else", async ({ page }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  for (const [name, href] of [
    ["Sign in", "/auth/signin"],
    ["Pricing", "/pricing"],
    ["About", "/about"],
    ["Contact", "/contact"],
    ["FAQ", "/faq"],
    ["Terms", "/legal/terms-of-service"],
    ["Privacy", "/legal/privacy-policy"],
    ["Accessibility", "/legal/accessibility"],
  ]) {
    const link = footer.getByRole("link", { name: String(name), exact: true });
    await expect(link).toHaveAttribute("href", String(href));
  }
  await expect(footer.getByRole("link", { name: "LinkedIn" })).toBeVisible();
  await expect(footer.getByRole("link", { name: "Dashboard" })).toBeHidden();
  await expect(footer.getByText(/^© 20\d\d /)).toBeVisible();
});

for (const path of VISITOR_PATHS) {
  test(`${path} ships no framework script and no inline style`, async ({ page }) => {
    const scripts: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    page.on("console", (message) => {
      if (!message.text().includes("404")) complaints.push(message.text());
    });
    await page.goto(path, { waitUntil: "networkidle" });
    expect(scripts).toEqual([]);
    expect(complaints).toEqual([]);
    await expect(page.locator("[style]")).toHaveCount(0);
  });
}
