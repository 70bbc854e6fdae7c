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
