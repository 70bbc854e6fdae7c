/** The list in a tab that stays open during a deploy. */
import { countDocuments, deploy, openSettings } from "../../support/browser/deploys.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";
import { add, names, test } from "../../support/browser/items.ts";

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
  await page.getByRole("button", { name: "Delete Goes" }).click();
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Stays"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => names(page)).toEqual(["Second", "First", "Goes", "Stays"]);
  expect(documents()).toBe(0);
  await openSettings(page);
  await expect(page).toHaveURL(/\/settings\/general$/);
  expect(documents()).toBeGreaterThan(0);
});

test("a page that is opened before a form is answered is loaded once it is, without a question", async ({
  page,
  person,
  addItems,
}) => {
  await addItems(person, ["Stays", "Goes"]);
  await openHydrated(page, "/dashboard");
  await deploy(page);
  let release = () => {};
  const answer = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/dashboard.data", async (route) => {
    if (route.request().method() === "POST") await answer;
    await route.fallback();
  });
  const questions: string[] = [];
  page.on("dialog", async (dialog) => {
    questions.push(dialog.type());
    await dialog.accept();
  });
  await page.getByRole("button", { name: "Delete Goes" }).click();
  const settings = page.waitForResponse(/general\.data/);
  await openSettings(page);
  await settings;
  await expect.poll(() => names(page)).toEqual(["Stays"]);
  release();
  await expect(page).toHaveURL(/\/settings\/general$/);
  await page.goto("/dashboard");
  expect(await names(page)).toEqual(["Stays"]);
  expect(questions).toEqual([]);
});
