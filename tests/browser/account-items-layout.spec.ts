/** What of the list shows where: on a desktop, on a phone, without scripts. */
import type { Locator, Page } from "@playwright/test";
import { test } from "../support/account-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";
import { row } from "../support/item-list.ts";

test("the button beside the field adds what is typed there, and opens the dialog where nothing is", async ({
  page,
  person,
}) => {
  await person.addItems(["Here before"]);
  await openHydrated(page, "/dashboard");
  await page.getByLabel("New item").fill("By the button");
  await page.getByRole("button", { name: "Add item" }).click();
  await expect(page.getByRole("button", { name: "Edit By the button" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("New item")).toHaveValue("");
  await expect(page.getByLabel("New item")).toBeFocused();
  await page.getByRole("button", { name: "Add item" }).click();
  await expect(page.getByRole("dialog", { name: "Add an item" })).toBeVisible();
});

test.describe("the boxes that select", () => {
  const box = (page: Page, name: string) => page.getByLabel(`Select ${name}`);

  test("show where a mouse or the focus is, and everywhere once one is ticked", async ({
    page,
    person,
  }) => {
    await person.addItems(["Lower", "Upper"]);
    await openHydrated(page, "/dashboard");
    await page.mouse.move(0, 0);
    await expect(box(page, "Upper")).toHaveCSS("opacity", "0");
    await row(page, "Upper").hover();
    await expect(box(page, "Upper")).toHaveCSS("opacity", "1");
    await expect(box(page, "Lower")).toHaveCSS("opacity", "0");
    await box(page, "Lower").focus();
    await expect(box(page, "Lower")).toHaveCSS("opacity", "1");
    await page.keyboard.press("Space");
    await page.mouse.move(0, 0);
    await expect(box(page, "Upper")).toHaveCSS("opacity", "1");
  });

  test.describe("in a narrow window with a mouse", () => {
    test.use({ viewport: { width: 800, height: 800 } });

    test("show all the time, as they stand beside the names", async ({ page, person }) => {
      await person.addItems(["Only"]);
      await openHydrated(page, "/dashboard");
      await page.mouse.move(0, 0);
      await expect(box(page, "Only")).toHaveCSS("opacity", "1");
    });
  });

  test.describe("on a touch screen", () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 800 } });

    test("show all the time, below one row to add and one to find", async ({ page, person }) => {
      await person.addItems(["Only"]);
      await openHydrated(page, "/dashboard");
      await expect(box(page, "Only")).toHaveCSS("opacity", "1");
      const middle = async (locator: Locator) => {
        const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
        return Math.round(y + height / 2);
      };
      const field = await middle(page.getByLabel("New item"));
      expect(
        Math.abs(field - (await middle(page.getByRole("button", { name: "Add item" })))),
      ).toBeLessThan(4);
      const search = await middle(page.getByLabel("Search items"));
      const filter = await middle(page.getByRole("navigation", { name: "Filter" }));
      expect(Math.abs(search - filter)).toBeLessThan(4);
    });
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false });

    test("show all the time", async ({ page, person }) => {
      await person.addItems(["Only"]);
      await page.goto("/dashboard");
      await expect(box(page, "Only")).toHaveCSS("opacity", "1");
    });

    test("the way to the shortcuts, which would do nothing, is not there", async ({
      page,
      person,
    }) => {
      await person.addItems(["Only"]);
      await page.goto("/dashboard");
      await expect(page.getByText("Keyboard shortcuts")).toBeHidden();
    });
  });
});

test("names, lines and heading begin at the same place", async ({ page, person }) => {
  await person.addItems(["Only"]);
  await openHydrated(page, "/dashboard");
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  const name = await page.getByRole("button", { name: "Only", exact: true }).boundingBox();
  expect(name?.x).toBe(heading?.x);
});

test.describe("at 320 px", () => {
  test.use({ viewport: { width: 320, height: 800 } });

  test("the button that hides the note stands beside it", async ({ page, person }) => {
    await person.addItems(["Only"]);
    await openHydrated(page, "/dashboard");
    const note = page.getByRole("complementary", { name: "Featured items" });
    const text = await note.getByRole("paragraph").boundingBox();
    const hide = await note.getByRole("button", { name: "Hide" }).boundingBox();
    expect(hide?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
  });
});

test("the last of an odd number of featured items fills its row", async ({ page, person, sql }) => {
  await person.subscribe("pro");
  await person.addItems(["One", "Two", "Three"]);
  await sql`update public.items set featured = true where owner = ${person.id}`;
  await openHydrated(page, "/dashboard");
  const shelf = page.getByRole("region", { name: "Featured" }).getByRole("list");
  const whole = await shelf.boundingBox();
  const last = await shelf.getByRole("listitem").last().boundingBox();
  expect(last?.width).toBe(whole?.width);
});
