/** The dashboard: items, the form, featuring, deleting, other tabs. */
import type { Page } from "@playwright/test";
import { test } from "../support/account-fixtures.ts";
import { expect, openHydrated } from "../support/fixtures.ts";
import { EMPTY, names, row, UPGRADE } from "../support/item-list.ts";

const star = (page: Page, name: string) => page.getByRole("button", { name: `Featured: ${name}` });

test.describe("the list", () => {
  test("is empty at first, and says what to do", async ({ page, person }) => {
    await page.goto("/dashboard");
    await expect(page.getByText(EMPTY, { exact: true })).toBeVisible();
    const card = page
      .getByRole("region")
      .or(page.locator("section"))
      .filter({
        has: page.getByRole("heading", { name: "Your account" }),
      });
    await expect(card.last()).toContainText(person.email);
    await expect(card.last().getByRole("link", { name: "Settings" })).toHaveAttribute(
      "href",
      "/settings/general",
    );
    await expect(card.last().getByRole("link", { name: "See the plans" })).toHaveAttribute(
      "href",
      "/pricing",
    );
  });

  test("shows the newest item first", async ({ page, person }) => {
    await person.addItems(["Oldest", "Middle", "Newest"]);
    await page.goto("/dashboard");
    expect(await names(page)).toEqual(["Newest", "Middle", "Oldest"]);
  });

  test("names the plan and its status", async ({ page, person }) => {
    await person.subscribe("business", "trialing");
    await page.goto("/dashboard");
    await expect(page.getByRole("definition")).toHaveText([person.email, "business", "trialing"]);
  });

  test("greets a new subscriber, and only a subscriber", async ({ page, person }) => {
    await person.subscribe("pro");
    await page.goto("/dashboard?paid=true");
    await expect(page.getByText("You are now subscribed to the pro plan")).toBeVisible();
    await page.goto("/dashboard");
    await expect(page.getByText("You are now subscribed")).toBeHidden();
  });

  test("waits for a payment that is not confirmed yet, and follows by itself", async ({
    page,
    person,
  }) => {
    await openHydrated(page, "/dashboard?paid=true");
    await expect(page.getByText("waiting for the payment service")).toBeVisible();
    await person.subscribe("starter");
    await expect(page.getByText("You are now subscribed to the starter plan")).toBeVisible();
  });

  test("has a spinner of 400 px in its place while it is on its way", async ({ page, person }) => {
    await person.addItems(["Something"]);
    await openHydrated(page, "/settings/general");
    await page.route(/dashboard\.data/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    await page.getByRole("button", { name: "Account" }).click();
    const menu = page.getByRole("navigation", { name: "Account" });
    await menu.getByRole("link", { name: "Dashboard" }).click();
    const spinner = page
      .getByRole("main")
      .getByRole("status", { name: "Loading" })
      .or(page.getByRole("main").getByRole("status").filter({ hasText: "Loading" }));
    await expect(spinner.first()).toBeVisible();
    const box = await spinner.first().locator("xpath=..").boundingBox();
    expect(box?.height).toBe(400);
    await expect(row(page, "Something")).toBeVisible();
  });
});

test.describe("the form", () => {
  test.beforeEach(({ person: _ }) => {});

  test("adds an item, and gives the focus back", async ({ page }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Add item" }).click();
    const dialog = page.getByRole("dialog", { name: "Add an item" });
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await dialog.getByLabel("Name").fill("Bought today");
    await page.keyboard.press("Enter");
    await expect(row(page, "Bought today")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Add item" })).toBeFocused();
  });

  test("wants a name, beside the field and inside the dialog", async ({ page }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Add item" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("   ");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription("Please enter a name");
    await expect(dialog.getByLabel("Name")).toBeFocused();
  });

  test("opens in 300 ms over a backdrop of 150 ms, and closes as slowly", async ({ page }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Add item" }).click();
    const dialog = page.getByRole("dialog");
    const durations = await dialog.evaluate((element) => [
      getComputedStyle(element).transitionDuration.split(",")[0],
      getComputedStyle(element, "::backdrop").transitionDuration.split(",")[0],
    ]);
    expect(durations).toEqual(["0.3s", "0.15s"]);
    await dialog.evaluate((element) => {
      element.addEventListener("close", () => {
        document.body.dataset.animations = String(element.getAnimations().length);
      });
    });
    await page.keyboard.press("Escape");
    await expect(page.locator("body")).toHaveAttribute("data-animations", /^[1-9]/);
    await expect(page.locator("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add item" })).toBeFocused();
  });

  test("keeps the keyboard inside while it is open", async ({ page }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Add item" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press("Tab");
      const isOutside = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement !== document.body && !activeElement?.closest("dialog");
      });
      expect(isOutside).toBe(false);
    }
  });

  test("loads an item before it shows anything of it", async ({ page, person }) => {
    const [id] = await person.addItems(["Draft"]);
    await openHydrated(page, "/dashboard");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(new RegExp(`/items/${id}\\.data`), async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "Edit Draft" }).click();
    await page.waitForTimeout(300);
    await expect(page.locator("dialog")).toHaveCount(0);
    release();
    const dialog = page.getByRole("dialog", { name: "Edit item" });
    await expect(dialog.getByLabel("Name")).toHaveValue("Draft");
    await dialog.getByLabel("Name").fill("Final");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row(page, "Final")).toBeVisible();
    await expect(page.getByRole("button", { name: "Edit Final" })).toBeFocused();
  });

  test("edits what is there now, not what the page was loaded with", async ({
    page,
    person,
    sql,
  }) => {
    const [id = ""] = await person.addItems(["Old name"]);
    await openHydrated(page, "/dashboard");
    await sql`update public.items set name = 'New name' where id = ${id}`;
    await page.getByRole("button", { name: "Edit Old name" }).click();
    await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("New name");
  });

  test("says of an item that is gone that it is gone", async ({ page, person, sql }) => {
    const [id = ""] = await person.addItems(["Fleeting"]);
    await openHydrated(page, "/dashboard");
    await sql`delete from public.items where id = ${id}`;
    await page.getByRole("button", { name: "Edit Fleeting" }).click();
    await expect(page.getByRole("alert")).toHaveText("This item no longer exists");
    await expect(page.locator("dialog")).toHaveCount(0);
  });

  test("keeps what was typed when there is no connection", async ({ page }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Add item" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Written on a train");
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("We can't reach the server");
    await expect(dialog.getByLabel("Name")).toHaveValue("Written on a train");
    await page.context().setOffline(false);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row(page, "Written on a train")).toBeVisible();
  });

  test("sent twice makes one item", async ({ page, person, sql }) => {
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Add item" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Only one");
    await page
      .getByRole("dialog")
      .getByLabel("Name")
      .evaluate((input) => {
        const form = input.closest("form");
        form?.requestSubmit();
        form?.requestSubmit();
      });
    await expect(row(page, "Only one")).toHaveCount(1);
    const stored = await sql`select id from public.items where owner = ${person.id}`;
    expect(stored).toHaveLength(1);
  });
});

test.describe("featuring", () => {
  test("is for subscribers of pro and business", async ({ page, person }) => {
    await person.addItems(["Best seller"]);
    await person.subscribe("pro");
    await openHydrated(page, "/dashboard");
    await star(page, "Best seller").click();
    await expect(star(page, "Best seller")).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(star(page, "Best seller")).toHaveAttribute("aria-pressed", "true");
    await page.locator("html[data-hydrated]").waitFor();
    await star(page, "Best seller").click();
    await expect(star(page, "Best seller")).toHaveAttribute("aria-pressed", "false");
  });

  test("shows at once, and goes back when the server refuses", async ({ page, person, sql }) => {
    await person.addItems(["Best seller"]);
    await person.subscribe("pro");
    await openHydrated(page, "/dashboard");
    await sql`
      update public.customers set stripe_subscription_status = 'canceled'
      where user_id = ${person.id}`;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/dashboard\.data/, async (route) => {
      await held;
      await route.continue();
    });
    await star(page, "Best seller").click();
    await expect(star(page, "Best seller")).toContainClass("icon-star-filled");
    await expect(star(page, "Best seller")).toHaveAttribute("aria-pressed", "false");
    release();
    await expect(page.getByText(UPGRADE, { exact: true })).toBeVisible();
    await expect(star(page, "Best seller")).toContainClass("icon-star");
  });

  for (const plan of [null, "starter"] as const) {
    test(`is refused with a way to upgrade on ${plan ?? "no"} plan`, async ({ page, person }) => {
      await person.addItems(["Best seller"]);
      if (plan) await person.subscribe(plan);
      await openHydrated(page, "/dashboard");
      await star(page, "Best seller").click();
      const alert = page.getByRole("alert");
      await expect(alert.getByText(UPGRADE, { exact: true })).toBeVisible();
      await expect(alert.getByRole("link")).toHaveAttribute("href", "/pricing");
      await expect(star(page, "Best seller")).toHaveAttribute("aria-pressed", "false");
    });
  }
});

test.describe("deleting", () => {
  test("can be undone, and brings the item back where it was", async ({ page, person }) => {
    await person.addItems(["Third", "Second", "First"]);
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Delete Second" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Deleted “Second”" })).toBeVisible();
    await expect.poll(() => names(page)).toEqual(["First", "Third"]);
    await expect(row(page, "Third")).toBeFocused();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(page, "Second")).toBeFocused();
    await expect.poll(() => names(page)).toEqual(["First", "Second", "Third"]);
    await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
  });

  test("of several can be undone one after another", async ({ page, person }) => {
    await person.addItems(["B", "A"]);
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Delete A" }).click();
    await expect(page.getByText("Deleted “A”")).toBeVisible();
    await page.getByRole("button", { name: "Delete B" }).click();
    await expect(page.getByText("Deleted “B”")).toBeVisible();
    await expect(page.getByText(EMPTY)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(page, "B")).toBeVisible();
    await expect(page.getByText("Deleted “A”")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(page, "A")).toBeVisible();
    await expect.poll(() => names(page)).toEqual(["A", "B"]);
  });

  test("strikes the item out at once, and no longer when there is no connection", async ({
    page,
    person,
  }) => {
    await person.addItems(["Keeper"]);
    await openHydrated(page, "/dashboard");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/dashboard\.data/, async (route) => {
      await held;
      await route.abort();
    });
    await page.getByRole("button", { name: "Delete Keeper" }).click();
    await expect(row(page, "Keeper")).toHaveAttribute("aria-busy", "true");
    release();
    await expect(page.getByRole("alert")).toContainText("We can't reach the server");
    await expect(row(page, "Keeper")).not.toHaveAttribute("aria-busy");
  });
});

test("other tabs show a change without being asked", async ({ page, person, context }) => {
  await person.addItems(["Here before"]);
  await openHydrated(page, "/dashboard");
  const other = await context.newPage();
  await openHydrated(other, "/dashboard");
  await page.getByRole("button", { name: "Add item" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("New everywhere");
  await page.keyboard.press("Enter");
  await expect(row(other, "New everywhere")).toBeVisible();
  await page.getByRole("button", { name: "Delete Here before" }).click();
  await expect(row(other, "Here before")).toBeHidden();
});
