/** The list in a tab that stays open during a deploy. */
import type { Page } from "@playwright/test";
import { endSessions, SIGNED_OUT } from "../../support/browser/accounts.ts";
import { countDocuments, deploy, openSettings } from "../../support/browser/deploys.ts";
import {
  expect,
  holdDataRequests,
  openHydrated,
  submitSignIn,
} from "../../support/browser/fixtures.ts";
import { add, bin, names, test } from "../../support/browser/items.ts";

test("items that are added and deleted stay so until the next page, and a deletion can be undone", async ({
  page,
  person,
  addItems,
}) => {
  await addItems(person, ["Stays", "Goes"]);
  await openHydrated(page, "/dashboard");
  await deploy(page);
  const documents = countDocuments(page);
  await add(page, "First", "Second");
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Goes", "Stays"]);
  await bin(page, "Goes").click();
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Stays"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Goes", "Stays"]);
  expect(documents()).toBe(0);
  await openSettings(page);
  await expect(page).toHaveURL(/\/settings\/general$/);
  expect(documents()).toBeGreaterThan(0);
});

test("Back loads a page that was not saved as a document, also with text on the one that is left", async ({
  page,
  person: _,
}) => {
  await openHydrated(page, "/settings/general");
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  await page.getByRole("link", { name: "Dashboard" }).last().click();
  await page.getByLabel("New item").fill("Added");
  await page.keyboard.press("Enter");
  // Then the settings are no longer saved.
  await expect(page.getByRole("button", { name: "Delete Added" })).toBeVisible();
  await deploy(page);
  const documents = countDocuments(page);
  await page.getByLabel("New item").fill("Typed");
  await page.evaluate(() => history.back());
  await expect(page.getByLabel("Name")).toBeVisible();
  expect(documents()).toBe(1);
});

test.describe("before a form is answered", () => {
  let questions: string[];
  test.beforeEach(async ({ page, person, addItems }) => {
    await addItems(person, ["Stays", "Goes"]);
    questions = [];
    page.on("dialog", async (dialog) => {
      questions.push(dialog.type());
      await dialog.accept();
    });
  });
  test.afterEach(() => expect(questions).toEqual([]));

  /** Deletes an item, and follows a link before the answer; `release` answers the forms. */
  async function leaveEarly(page: Page, send = () => bin(page, "Goes").click()) {
    await openHydrated(page, "/dashboard");
    await deploy(page);
    const { release } = await holdDataRequests(page, "POST");
    await send();
    await openSettings(page);
    await atSettings(page);
    return { release };
  }

  const atSettings = async (page: Page) => {
    await expect(page).toHaveURL(/\/settings\/general$/);
    await page.locator("html[data-hydrated]").waitFor();
  };

  test("a link opens its page, which sends the form again, without a question", async ({
    page,
  }) => {
    const { release } = await leaveEarly(page);
    release();
    await expect(page.getByText("Deleted “Goes”")).toBeVisible();
    await page.goto("/dashboard");
    expect(await names(page)).toEqual(["Stays"]);
  });

  test("two quick Backs open the page before the last one, where all forms are sent again", async ({
    page,
  }) => {
    await openHydrated(page, "/settings/general");
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await page.getByRole("link", { name: "Password" }).click();
    await expect(page).toHaveURL(/password$/);
    await page.getByRole("link", { name: "Dashboard" }).last().click();
    await add(page, "One");
    await bin(page, "One").waitFor();
    await deploy(page);
    const { release } = await holdDataRequests(page, "POST");
    await bin(page, "Goes").click();
    await bin(page, "One").click();
    await page.evaluate(() => {
      addEventListener("popstate", () => history.back(), { once: true });
      history.back();
    });
    await atSettings(page);
    release();
    await expect(page.getByText("Deleted “One”")).toBeVisible();
    await page.goto("/dashboard");
    expect(await names(page)).toEqual(["Stays"]);
  });

  test("the next page tells of a form that fails", async ({ page }) => {
    const { release } = await leaveEarly(page);
    release("abort");
    await expect(page.getByRole("alert")).toContainText("We don’t know whether this worked.");
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Deleted “Goes”")).toBeVisible();
  });

  test("a session that has ended leads to sign-in and back to what was added", async ({
    page,
    person,
    sql,
  }) => {
    await openHydrated(page, "/dashboard");
    await deploy(page);
    await endSessions(sql, person);
    await add(page, "Typed");
    await expect(page.getByText(SIGNED_OUT)).toBeVisible();
    await submitSignIn(page, person.email);
    await expect(bin(page, "Typed")).toBeVisible();
  });

  test("a session that ends meanwhile leads to sign-in, and nothing is lost", async ({
    page,
    person,
    sql,
  }) => {
    const { release } = await leaveEarly(page, () => add(page, "Typed"));
    await endSessions(sql, person);
    release();
    await expect(page).toHaveURL(/\/auth\/signin/);
    await submitSignIn(page, person.email);
    await atSettings(page);
    await page.getByRole("link", { name: "Dashboard" }).last().click();
    await expect(bin(page, "Typed")).toBeVisible();
  });

  test("a page that leads elsewhere opens, also without a deploy", async ({ page }) => {
    await openHydrated(page, "/dashboard");
    const { release } = await holdDataRequests(page, "POST");
    await bin(page, "Goes").click();
    await openSettings(page);
    await page.getByRole("link", { name: "Billing" }).click();
    await expect(page).toHaveURL("/pricing");
    release();
    await openHydrated(page, "/dashboard");
    await expect.poll(() => names(page)).toEqual(["Stays"]);
  });

  test("a page whose script is gone hangs in no browser", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "navigation"));
    await openHydrated(page, "/dashboard");
    await page.route("**/assets/general-*.js", (route) => route.fulfill({ status: 404 }));
    const { release } = await holdDataRequests(page, "POST");
    await add(page, "Typed");
    const reloaded = page.waitForEvent("domcontentloaded");
    await openSettings(page);
    await reloaded;
    release();
    await expect(bin(page, "Typed")).toBeVisible();
  });
});
