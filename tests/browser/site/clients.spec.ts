/** The demonstrations of clients' sites in public/clients/, which the portfolio's "Visit Site" leads to. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { HtmlValidate } from "html-validate";
import {
  expectAccessible,
  expectToFitAtDoubleTextSize,
} from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/fixtures.ts";

const VALIDATOR = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: { "void-style": ["error", { style: "selfclosing" }] },
});

const sites = globSync("public/clients/*/index.html").map((file) =>
  path.basename(path.dirname(file)),
);

test("'Visit Site' leads to the client's site, and that back to the portfolio", async ({
  page,
}) => {
  await page.goto("/portfolio");
  const cards = page.locator("main > ul > li").filter({ hasText: "Visit Site" });
  await expect(cards).toHaveCount(2);
  const names: string[] = [];
  for (const place of [0, 1]) {
    const name = await cards.nth(place).getByRole("heading", { level: 2 }).innerText();
    await cards.nth(place).getByRole("link", { name: "Visit Site" }).click();
    await expect(page).toHaveURL(/\/clients\/[\w-]+\/$/);
    await expect(page.getByRole("banner")).toContainText(name);
    await page.getByRole("link", { name: "Back to the portfolio" }).click();
    await expect(page).toHaveURL(/\/portfolio$/);
    names.push(name);
  }
  expect(new Set(names).size).toBe(2);
});

for (const site of sites) {
  const address = `/clients/${site}/`;

  test(`${address} is valid, accessible, light, without scripts, and says that it is a demonstration`, async ({
    page,
    request,
  }) => {
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (response.ok()) sizes.push(response.body().then(({ length }) => length));
    });
    // As typed: without the slash.
    await page.goto(address.slice(0, -1));
    await expect(page).toHaveURL(address);
    await expect(page.getByText(/^A demonstration: the \w+.* invented/)).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link")).toHaveAttribute("href", "/portfolio");
    await expect(page.locator("script, form, [style]")).toHaveCount(0);
    expect(complaints).toEqual([]);
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes / 1024, "KB uncompressed").toBeLessThan(75);

    const response = await request.get(address);
    expect(response.headers()).toMatchObject({
      "content-type": expect.stringContaining("text/html"),
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "x-content-type-options": "nosniff",
    });
    const { results } = await VALIDATOR.validateString(await response.text());
    const mistakes = results.flatMap(({ messages }) => messages);
    expect(mistakes.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`)).toEqual(
      [],
    );
    // What is invented has no place in search results.
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");

    await page.locator("details").evaluateAll((cards: HTMLDetailsElement[]) => {
      for (const card of cards) card.open = true;
    });
    await expectAccessible(page);
    await expectToFitAtDoubleTextSize(page);
  });
}

test("a bottle is reserved by an email that names it", async ({ page }) => {
  await page.goto("/clients/orchard-and-vine/");
  const reserve = page.getByRole("link", { name: /^Reserve/ });
  await expect(reserve).toHaveCount(7);
  for (const link of await reserve.all()) {
    const { protocol, searchParams } = new URL(String(await link.getAttribute("href")));
    const bottle = (await link.innerText()).replace(/^Reserve\s*/, "");
    expect(protocol).toBe("mailto:");
    expect(searchParams.get("subject")).toBe(`Reserve: ${bottle}`);
    expect(searchParams.get("body")).toContain(`one bottle of ${bottle} ($`);
  }
});

test("each household's card opens, and all birthdays are in the year", async ({ page }) => {
  await page.goto("/clients/broodbook/");
  const cards = page.locator("details");
  await expect(cards).toHaveCount(11);
  const birthdays: string[] = [];
  for (const card of await cards.all()) {
    await card.locator("summary").click();
    await expect(card.getByRole("link", { name: /^\(555\) 010-/ })).toBeVisible();
    for (const member of await card.getByRole("listitem").all()) {
      const name = await member.locator("strong").innerText();
      birthdays.push(`${await member.locator("span").last().innerText()} ${name}`);
    }
  }
  const listed = await page
    .locator("#birthdays ol > li")
    .evaluateAll((months) =>
      months.flatMap((month) =>
        Array.from(month.querySelectorAll("li:not(.plan)"), (day) =>
          `${month.querySelector("h3")?.textContent} ${day.textContent}`
            .replace(/\s+/g, " ")
            .trim(),
        ),
      ),
    );
  expect(listed).toHaveLength(34);
  expect(listed.toSorted()).toEqual(birthdays.toSorted());
});

test("the showcase's June marks and names the days of the family's June", async ({ page }) => {
  await page.goto("/clients/broodbook/");
  const june = page.locator("#birthdays ol > li:has(h3:text-is('June'))");
  const days = await june.locator("b").allTextContents();
  expect(days).toContain("6");
  const drawing = readFileSync("app/marketing/drawings/screens/broodbook-calendar.svg", "utf8");
  const marked = drawing.matchAll(/fill="var\(--color-(?:on-)?accent\)">(\d+)</g);
  expect(Array.from(marked, ([, day]) => day)).toEqual(days);
  const listed = drawing.matchAll(/<text x="432" y="\d+">(\d+)</g);
  expect(Array.from(listed, ([, day]) => day)).toEqual(days);
});
