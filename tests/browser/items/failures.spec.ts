/** The item list when mutations fail, outlive the page, or happen in other tabs. */
import type { Page } from "@playwright/test";
import { endSessions, SIGNED_OUT } from "../../support/browser/accounts.ts";
import {
  expect,
  holdDataRequests,
  openHydrated,
  whenSubmitted,
} from "../../support/browser/fixtures.ts";
import { add, bin, nameButton, names, row, test } from "../../support/browser/items.ts";
import { makeOutcomesUnknown, UNKNOWN_OUTCOME } from "../../support/browser/unknown-outcome.ts";

const alert = (page: Page) => page.getByRole("alert");
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

test.beforeEach(async ({ page, person, addItems }) => {
  await addItems(person, ["Other", "Here before"]);
  await openHydrated(page, "/dashboard");
});

test("an item added offline, or answered by a proxy, is not lost", async ({ page }) => {
  const field = page.getByLabel("New item");
  await page.context().setOffline(true);
  await add(page, "In a tunnel");
  await expect(field).toHaveValue("In a tunnel");
  await expect(field).toHaveAccessibleDescription(
    "We don’t know whether this worked. Please check your connection and try again.",
  );
  expect(await names(page)).toEqual(["Here before", "Other"]);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Add item" }).click();
  await expect(page.getByRole("button", { name: "Delete In a tunnel" })).toBeVisible();
  await expect(alert(page)).toHaveCount(0);

  const { release } = await holdDataRequests(page, "POST");
  await add(page, "Typed");
  await field.fill("Next");
  release("abort");
  await expect(alert(page)).toContainText(
    "“Typed”: We don’t know whether this worked. Please check your connection",
  );
  await expect(field).toHaveValue("Next");
  expect(await names(page)).toEqual(["In a tunnel", "Here before", "Other"]);
  await page.unrouteAll();
  await page.route(/\.data/, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
  );
  await tryAgain(page).click();
  await expect(alert(page)).toContainText("“Typed”: We don’t know whether this worked.");
  await page.unrouteAll();
  await tryAgain(page).click();
  await expect(page.getByRole("button", { name: "Delete Typed" })).toBeVisible();
});

test("closing the tab asks while an item is on its way, and not afterwards", async ({ page }) => {
  const { release } = await holdDataRequests(page, "POST");
  await add(page, "On its way");
  await expect(row(page, "On its way")).toBeVisible();
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  release("continue");
  await expect(page.getByRole("button", { name: "Delete On its way" })).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  // A slow device may render only the last state of forms that fail at once.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  await page.evaluate(() => Object.assign(window, { fetch: () => Promise.reject(new Error()) }));
  await bin(page, "Other").click();
  await add(page, "One", "Two");
  await alert(page).first().waitFor();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const ask = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await expect.poll(() => page.evaluate(ask)).toBe(true);
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("a failed rename or deletion is rolled back and can be retried", async ({ page }) => {
  const { release } = await holdDataRequests(page, "POST");
  await nameButton(page, "Other").click();
  await page.getByRole("dialog").getByLabel("Name").fill("New name");
  await page.keyboard.press("Enter");
  await expect(nameButton(page, "New name")).toBeVisible();
  release("abort");
  await expect(alert(page)).toContainText("“New name”: We don’t know whether this worked.");
  expect(await names(page)).toEqual(["Here before", "Other"]);
  await page.unrouteAll();
  const saved = whenSubmitted(page);
  await tryAgain(page).click();
  await expect.poll(() => names(page)).toEqual(["Here before", "New name"]);
  await saved;

  await page.route(/\.data/, (route) => route.abort());
  await page.getByRole("button", { name: "Delete New name" }).click();
  await expect(alert(page)).toContainText("We don’t know whether this worked.");
  expect(await names(page)).toEqual(["Here before", "New name"]);
  await page.unrouteAll();
  await tryAgain(page).click();
  await expect(page.getByText("Deleted “New name”")).toBeVisible();
});

test("after an unknown outcome the list shows what is stored", async ({ page }) => {
  await makeOutcomesUnknown(page, true);
  await add(page, "Stored");
  await expect(page.getByText(UNKNOWN_OUTCOME)).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Stored" })).toBeVisible();
  await page.unrouteAll();
  await makeOutcomesUnknown(page, false);
  await page.getByRole("button", { name: "Delete Stored" }).click();
  await expect(alert(page).filter({ hasText: UNKNOWN_OUTCOME })).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete Stored" })).toBeVisible();
});

test("what is stored stays in the list while the page can't be read again", async ({ page }) => {
  await page.route(/\.data/, (route) =>
    route.request().method() === "POST" ? route.continue() : route.abort(),
  );
  await nameButton(page, "Other").click();
  await page.getByRole("dialog").getByLabel("Name").fill("New name");
  await page.keyboard.press("Enter");
  await add(page, "Added");
  await expect(page.getByText("so it may be out of date")).toBeVisible();
  await expect(page.locator(".item-row-adding")).toHaveCount(0);
  expect(await names(page)).toEqual(["Added", "Here before", "New name"]);

  await page.unrouteAll();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("so it may be out of date")).toHaveCount(0);
  expect(await names(page)).toEqual(["Added", "Here before", "New name"]);
});

test("a search that gets no answer keeps the list, and can be repeated", async ({ page }) => {
  await openHydrated(page, "/dashboard?q=e");
  const search = page.getByRole("searchbox");
  await page.route(/\.data/, (route) => route.abort());
  await search.fill("Other");
  await expect(page.getByText("We couldn’t refresh this page")).toBeVisible();
  expect(await names(page)).toEqual(["Here before", "Other"]);
  await page.unrouteAll();
  await tryAgain(page).click();
  await expect.poll(() => names(page)).toEqual(["Other"]);
  await search.fill("");
  await expect.poll(() => names(page)).toEqual(["Here before", "Other"]);
  await expect(search).toBeFocused();
});

test("after navigating away, a failure can be retried and a deletion undone", async ({ page }) => {
  const { release } = await holdDataRequests(page, "POST");
  await add(page, "Written in a hurry");
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByLabel("Email")).toBeVisible();
  release("abort");
  await expect(alert(page)).toContainText(
    "“Written in a hurry”: We don’t know whether this worked.",
  );
  await page.unrouteAll();
  const added = whenSubmitted(page);
  await tryAgain(page).click();
  await added;
  await page.goBack();
  await expect(row(page, "Written in a hurry")).toBeVisible();

  await page.getByRole("button", { name: "Delete Other" }).click();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByLabel("Email")).toBeVisible();
  const restored = whenSubmitted(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await restored;
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(["Written in a hurry", "Here before", "Other"]);
});

test("after navigating away, a form whose session has ended can be retried, which leads to sign-in", async ({
  page,
  person,
  sql,
}) => {
  const { release } = await holdDataRequests(page, "POST");
  await add(page, "Written in a hurry");
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByLabel("Email")).toBeVisible();
  await endSessions(sql, person);
  release();
  await expect(alert(page)).toContainText(
    "“Written in a hurry”: We don’t know whether this worked.",
  );
  await tryAgain(page).click();
  await expect(page.getByText(SIGNED_OUT)).toBeVisible();
});

test("a form without an answer is not sent again once its message is dismissed", async ({
  page,
  person,
  sql,
}) => {
  const { release } = await holdDataRequests(page, "POST");
  await add(page, "Written in a hurry");
  await page.getByRole("link", { name: "Settings" }).last().click();
  await expect(page.getByLabel("Email")).toBeVisible();
  await endSessions(sql, person);
  release();
  await expect(alert(page)).toContainText("We don’t know whether this worked.");
  const readKept = () => page.evaluate(() => sessionStorage.getItem("unanswered") ?? "");
  expect(await readKept()).toContain("hurry");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(readKept).toBe("");
});

test("other tabs update; an item deleted in one keeps its dialog open, and saving shows an error", async ({
  page,
  context,
}) => {
  await nameButton(page, "Other").click();
  const field = page.getByRole("dialog").getByLabel("Name");
  await field.fill("Half-written");
  const second = await context.newPage();
  await openHydrated(second, "/dashboard");
  await add(second, "New everywhere");
  await expect(row(page, "New everywhere")).toBeAttached();
  await second.getByRole("button", { name: "Delete Other" }).click();
  await expect(page.getByText("2 items", { exact: true })).toBeAttached();
  await expect(field).toHaveValue("Half-written");
  await page.keyboard.press("Enter");
  await expect(alert(page)).toContainText("“Half-written”: This item no longer exists");
  await expect(tryAgain(page)).toHaveCount(0);
});

test("an item that the database has no room for stays typed", async ({ page, person, sql }) => {
  const name = `full_${person.id.replaceAll("-", "_")}`;
  await sql.unsafe(`
    create function public.${name}() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$;
    create trigger ${name} before insert on public.items for each row
      when (new.owner = '${person.id}') execute function public.${name}()`);
  const field = page.getByLabel("New item");
  await add(page, "Worth keeping");
  await expect(field).toHaveAccessibleDescription(
    "We can’t reach the database right now. Nothing was saved; please try again.",
  );
  await expect(field).toHaveValue("Worth keeping");
  await sql.unsafe(`drop function public.${name} cascade`);
  await page.getByRole("button", { name: "Add item" }).click();
  await expect(page.getByRole("button", { name: "Delete Worth keeping" })).toBeVisible();
});
