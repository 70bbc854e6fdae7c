/** The dashboard, except its item list. */
import { getHorizontalOverflow } from "../../support/browser/accessibility.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { EMPTY, makeItemNames, names, test } from "../../support/browser/items.ts";

test.describe("the dashboard", () => {
  test("is empty at first and explains how to start, then shows the newest item first", async ({
    page,
    person,
    addItems,
  }) => {
    await page.goto("/dashboard");
    await expect(page.getByText(EMPTY, { exact: true })).toBeVisible();
    const card = page.locator("section").filter({ hasText: "Your account" });
    await expect(card).toContainText(person.email);
    const settings = card.getByRole("link", { name: "Settings" });
    await expect(settings).toHaveAttribute("href", "/settings/general");
    await addItems(person, ["Oldest", "Middle", "Newest"]);
    await page.goto("/dashboard");
    expect(await names(page)).toEqual(["Newest", "Middle", "Oldest"]);
  });

  test("shows at least five rows of at most 76 px on a phone's first screen, and a long name whole", async ({
    page,
    person,
    addItems,
  }) => {
    const long = "Ask the supplier about the delivery of the undyed wool before the fair";
    await addItems(person, [long, ...makeItemNames(24)]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/dashboard");
    const rows = page.locator(".item-rows > li");
    await expect(rows.nth(4)).toBeInViewport({ ratio: 1 });
    const heights = await rows.evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...heights.slice(0, 5))).toBeLessThanOrEqual(76);
    const name = rows.filter({ hasText: long }).locator("bdi");
    expect(await name.evaluate((bdi) => bdi.scrollHeight - bdi.clientHeight)).toBe(0);
    const targets = page.getByRole("main").locator("a, button, input:not([type=hidden])");
    const small = await targets.evaluateAll((all) =>
      all.flatMap((target) => {
        const { width, height } = target.getBoundingClientRect();
        return target.checkVisibility() && Math.min(width, height) < 24 ? target.outerHTML : [];
      }),
    );
    expect(small).toEqual([]);
  });

  test("on a phone, a change is requested from above the list, whose head is on the first screen", async ({
    page,
    person,
    addItems,
    sql,
  }) => {
    await addItems(person, makeItemNames(26));
    await person.subscribe("pro");
    await sql`
      update public.customers set subscription_started_at = now() - interval '30 days'
      where user_id = ${person.id}`;
    const link = page.getByRole("link", { name: "Request a change" });
    for (const { width, size } of [
      { width: 390, size: 100 },
      { width: 320, size: 100 },
      { width: 390, size: 200 },
      { width: 768, size: 100 },
    ]) {
      await page.setViewportSize({ width, height: 844 });
      await openHydrated(page, "/dashboard");
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
      }, size);
      const box = await link.boundingBox();
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      if (!box || !title) throw new Error("The link or the heading is hidden");
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThan(title.y);
      if (size === 100) await expect(page.getByLabel("New item")).toBeInViewport({ ratio: 1 });
      expect(await getHorizontalOverflow(page)).toBeLessThanOrEqual(0);
    }
    await link.click();
    await expect(page).toHaveURL("/contact?topic=change");
  });

  test("keeps the list wider than its comment when text is twice as large", async ({
    page,
    person,
    addItems,
  }) => {
    await addItems(person, ["Something"]);
    await page.goto("/dashboard");
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const list = await page.locator(".item-rows").boundingBox();
    const card = await page.locator("section").filter({ hasText: "Your account" }).boundingBox();
    expect(list?.y).toBeLessThan((card?.y ?? 0) + (card?.height ?? 0));
    expect(list?.width).toBeGreaterThan((card?.width ?? 0) * 1.5);
  });

  test("a failure's toast leaves the footer's links in sight", async ({
    page,
    person,
    addItems,
  }) => {
    await addItems(person, ["Something"]);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await openHydrated(page, "/dashboard");
      await page.getByRole("button", { name: "Featured: Something" }).click();
      const toast = page.locator(".toast");
      await expect(toast).toContainText("You must upgrade");
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const top = (await toast.boundingBox())?.y ?? 0;
      for (const link of await page.getByRole("contentinfo").getByRole("link").all()) {
        const box = await link.boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0), `${width} px`).toBeLessThanOrEqual(top);
      }
    }
  });
});
