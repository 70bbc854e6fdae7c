/** FAQ, slideshows and order demo. */
import { devices, type Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures.ts";

test.describe("the FAQ", () => {
  test("toggles each of five questions independently, with plus and minus", async ({ page }) => {
    await page.goto("/faq");
    const questions = page.locator("main details");
    await expect(questions).toHaveCount(5);
    const answer = (index: number) => questions.nth(index).locator("p").first();
    const upright = (place: number) =>
      questions
        .nth(place)
        .locator(".plus-minus")
        .evaluate((icon) => getComputedStyle(icon, "::after").rotate);

    await questions.nth(0).locator("summary").click();
    await questions.nth(2).locator("summary").click();
    await expect(answer(0)).toBeVisible();
    await expect(answer(1)).toBeHidden();
    await expect(answer(2)).toBeVisible();
    await expect.poll(() => upright(0)).toBe("0deg");
    expect(await upright(1)).toBe("90deg");

    await questions.nth(0).locator("summary").click();
    await expect(answer(0)).toBeHidden();
    await expect(answer(2)).toBeVisible();
  });

  test("works from the keyboard", async ({ page }) => {
    await page.goto("/faq");
    const first = page.locator("main details").first();
    await first.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(first.locator("p").first()).toBeVisible();
    await page.keyboard.press("Space");
    await expect(first.locator("p").first()).toBeHidden();
  });
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

  for (const showcase of ["/poflow", "/broodbook"]) {
    test(`of ${showcase} has three different screens and wraps in both directions`, async ({
      page,
    }) => {
      await page.goto(showcase);
      await expect(page.locator("[data-slide]")).toHaveCount(3);
      const titles = await page.locator("[data-slide] strong").allTextContents();
      expect(new Set(titles).size).toBe(3);
      await page.locator("[data-slideshow]").scrollIntoViewIfNeeded();
      await page.getByRole("button", { name: "Previous slide" }).click();
      await expectShown(page, 2);
      await page.getByRole("button", { name: "Next slide" }).click();
      await expectShown(page, 0);
      await page.getByRole("button", { name: "Next slide" }).click();
      await expectShown(page, 1);
    });
  }

  test("moves two slides on two quick clicks", async ({ page }) => {
    await page.goto(path);
    const next = page.getByRole("button", { name: "Next slide" });
    await next.click();
    await next.click();
    await expectShown(page, 2);
  });

  test("moves two slides on two quick clicks on a slow device", async ({ page }) => {
    await page.goto(path);
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: 12 });
    await page.locator("[data-slideshow]").evaluate((root) => {
      const next = root.querySelector<HTMLElement>('[data-step="1"]');
      next?.click();
      setTimeout(() => next?.click(), 400);
    });
    await expectShown(page, 2);
  });

  test("follows its dots and announces the slide", async ({ page }) => {
    await page.goto(path);
    await dot(page, 2).click();
    await expectShown(page, 2);
    await expect(page.locator("[data-slideshow] [role=status]")).toContainText("3 of 3");
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });

  test("follows the arrow keys", async ({ page }) => {
    await page.goto(path);
    await page.locator("[data-slides]").focus();
    await page.keyboard.press("ArrowRight");
    await expectShown(page, 1);
    await page.keyboard.press("ArrowLeft");
    await expectShown(page, 0);
  });

  test("follows a swipe", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ ...devices["Pixel 7"], baseURL });
    const page = await context.newPage();
    await page.goto(path);
    await page.locator("[data-slides]").scrollIntoViewIfNeeded();
    const box = await page.locator("[data-slides]").boundingBox();
    if (!box) throw new Error("The slideshow has no box");
    const client = await context.newCDPSession(page);
    const y = Math.round(box.y + 80);
    const from = box.x + box.width * 0.85;
    const touch = (type: "touchStart" | "touchMove", x: number) =>
      client.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x: Math.round(x), y }] });
    await touch("touchStart", from);
    for (let part = 1; part <= 10; part += 1)
      await touch("touchMove", from - box.width * 0.07 * part);
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expectShown(page, 1);
    await context.close();
  });
});

test.describe("the order demo", () => {
  const order = (page: Page) => page.getByRole("group", { name: "Try it: approve an order" });

  test("has more approvers for higher amounts", async ({ page }) => {
    await page.goto("/poflow");
    for (const [amount, people] of [
      ["$1,350", ["Ines", "You"]],
      ["$4,150", ["Ines", "Marcus", "You"]],
      ["$18,400", ["Ines", "Marcus", "You", "Finance"]],
    ] as const) {
      await order(page).getByText(amount, { exact: true }).click();
      const asked = order(page).getByRole("listitem");
      await expect(asked).toHaveCount(people.length);
      for (const [place, name] of people.entries()) {
        await expect(asked.nth(place)).toContainText(name);
      }
    }
  });

  test("deducts the approved amount from the budget, and can be reset", async ({ page }) => {
    await page.goto("/poflow");
    const status = order(page).getByRole("status");
    await expect(order(page).getByText("$24,600")).toBeVisible();
    await order(page).getByRole("radio", { name: "$1,350" }).check();
    await order(page).getByRole("radio", { name: "Approve" }).check();
    await expect(status).toHaveText("Approved. The order goes to Keller Steel.", {
      useInnerText: true,
    });
    await expect(order(page).getByText("$23,250")).toBeVisible();
    await expect(order(page).getByText("$24,600")).toBeHidden();
    await order(page).getByRole("radio", { name: "Not yet" }).check();
    await expect(status).toHaveText("Waiting for your decision.", { useInnerText: true });
    await expect(order(page).getByText("$24,600")).toBeVisible();
  });

  test("works from the keyboard", async ({ page }) => {
    await page.goto("/poflow");
    const amounts = order(page).getByRole("radio", { name: "$18,400" });
    await amounts.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(order(page).getByRole("radio", { name: "$4,150" })).toBeChecked();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await expect(order(page).getByRole("radio", { name: "Approve" })).toBeChecked();
  });
});
