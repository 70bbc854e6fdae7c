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

  /** Sends a form and follows a link of a page that was open during a deploy; `release` answers the form. */
  async function leaveEarly(page: Page, send = () => bin(page, "Goes").click()) {
    await openHydrated(page, "/dashboard");
    await deploy(page);
    const { release } = await holdDataRequests(page, "POST");
    await send();
    // The list is read again when the router goes back to it.
    const shownAgain = page.waitForResponse(/dashboard\.data/);
    await openSettings(page);
    await shownAgain;
    await expect(page.getByLabel("New item")).toBeVisible();
    return { release };
  }

  const atSettings = (page: Page) => expect(page).toHaveURL(/\/settings\/general$/);

  test("a link opens its page once it is, without a question", async ({ page }) => {
    const { release } = await leaveEarly(page);
    release();
    await atSettings(page);
    await page.goto("/dashboard");
    expect(await names(page)).toEqual(["Stays"]);
  });

  test("Back opens its page once all are, without a question", async ({ page }) => {
    await openHydrated(page, "/settings/general");
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await page.getByRole("link", { name: "Dashboard" }).last().click();
    await add(page, "One");
    await bin(page, "One").waitFor();
    await deploy(page);
    const { release } = await holdDataRequests(page, "POST");
    await bin(page, "Goes").click();
    await bin(page, "One").click();
    const settings = page.waitForResponse(/general\.data/);
    await page.evaluate(() => history.back());
    await settings;
    await expect(page).toHaveURL("/dashboard");
    await expect.poll(() => names(page)).toEqual(["Stays"]);
    release();
    await atSettings(page);
    await page.goto("/dashboard");
    expect(await names(page)).toEqual(["Stays"]);
  });

  test("a link is forgotten when the form fails, which the page says", async ({ page }) => {
    const { release } = await leaveEarly(page);
    release("abort");
    await expect(page.getByRole("alert")).toContainText("We don’t know whether this worked.");
    expect(await names(page)).toEqual(["Goes", "Stays"]);
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Deleted “Goes”")).toBeVisible();
    await expect(page).toHaveURL("/dashboard");
  });

  test("a link is forgotten when something is typed instead", async ({ page }) => {
    const { release } = await leaveEarly(page);
    await page.getByLabel("New item").fill("Half-written");
    release();
    await expect(page.getByText("Deleted “Goes”")).toBeVisible();
    await expect(page.getByLabel("New item")).toHaveValue("Half-written");
  });

  test("a session that has ended leads to sign-in and back to what was typed", async ({
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
    await expect(page.getByLabel("New item")).toHaveValue("Typed");
  });

  test("a session that ends meanwhile leads to sign-in and back to what was typed", async ({
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
    await expect(page.getByLabel("New item")).toHaveValue("Typed");
  });
});
