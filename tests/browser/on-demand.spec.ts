/** Parts of a page that are fetched when they are first wanted, and what happens when they cannot be. */
import type { Page, Route } from "@playwright/test";
import { test as accountTest } from "../support/account-fixtures.ts";
import { expect, openHydrated, test } from "../support/fixtures.ts";

const UNREACHABLE = "We can't reach the server. Please check your connection and try again.";
const DIALOG = "/assets/item-dialog.client-";
const SHELF = "/assets/shelf-";
/** With the rules of a form, whichever it is. */
const VALIDATION = "**/assets/parse-form-*";

/**
 * Answers the first request for `files` as a deploy would have it. The route stays, for taking it away while the page is
 * loaded anew can leave that request without an answer.
 */
async function loseOnce(page: Page, files: string): Promise<void> {
  let isLost = false;
  await page.route(files, (route) => {
    if (isLost) return route.continue();
    isLost = true;
    return route.fulfill({ status: 404 });
  });
}

accountTest.describe("a dialog", () => {
  accountTest.beforeEach(async ({ person }) => {
    await person.addItems(["Old name"]);
  });

  accountTest("is not fetched before somebody comes near it", async ({ page }) => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(request.url()));
    await openHydrated(page, "/dashboard");
    await page.waitForLoadState("networkidle");
    expect(fetched.filter((url) => url.includes(DIALOG))).toEqual([]);
    await page.getByRole("button", { name: "Add item" }).hover();
    await expect.poll(() => fetched.filter((url) => url.includes(DIALOG))).toHaveLength(1);
  });

  accountTest(
    "says so without a connection, and the form comes once there is one",
    async ({ page }) => {
      await openHydrated(page, "/dashboard");
      await page.context().setOffline(true);
      await page.getByRole("button", { name: "Add item" }).click();
      await expect(page.getByRole("alert")).toHaveText(UNREACHABLE);
      await page.context().setOffline(false);
      await expect(page.getByRole("textbox", { name: "Name" })).toBeVisible();
      await expect(page.getByRole("alert")).toBeHidden();
    },
  );

  accountTest("whose file a deploy took away opens as a page", async ({ page }) => {
    await page.route(`**${DIALOG}*`, (route) =>
      page.url().includes("item=") ? route.continue() : route.fulfill({ status: 404 }),
    );
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Edit Old name" }).click();
    await expect(page).toHaveURL(/\/dashboard\?item=/);
    await page.getByRole("textbox", { name: "Name" }).fill("New name");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Edit New name" })).toBeVisible();
  });
});

accountTest(
  "a part of the list whose file a deploy took away comes with a new document",
  async ({ page, person }) => {
    await person.addItems(["The last one"]);
    await openHydrated(page, "/dashboard");
    await loseOnce(page, "**/assets/empty-list-*");
    await page.getByRole("button", { name: "Delete The last one" }).click();
    await expect(page.getByText("Nothing yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Winter collection" })).toBeVisible();
  },
);

accountTest.describe("the shelf", () => {
  accountTest.beforeEach(async ({ person }) => {
    await person.addItems(["Lamp"]);
    await person.subscribe("pro");
  });

  accountTest("is not fetched where nothing stands on it", async ({ page }) => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await openHydrated(page, "/dashboard");
    await page.waitForLoadState("networkidle");
    expect(fetched.filter((path) => path.startsWith(SHELF))).toEqual([]);
    await page.getByRole("button", { name: "Featured: Lamp" }).click();
    await expect(page.getByRole("region", { name: "Featured" })).toContainText("Lamp");
  });

  accountTest("whose file a deploy took away comes with a new document", async ({ page }) => {
    await loseOnce(page, `**${SHELF}*`);
    await openHydrated(page, "/dashboard");
    await page.getByRole("button", { name: "Featured: Lamp" }).click();
    await expect(page.getByRole("region", { name: "Featured" })).toContainText("Lamp");
  });
});

test.describe("a form", () => {
  test("is checked before it is sent", async ({ page }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(request.url());
    });
    await openHydrated(page, "/auth/signin");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("Please enter an email")).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    expect(sent).toEqual([]);
  });

  for (const [how, fail] of [
    ["cannot be fetched", (route: Route) => route.abort()],
    ["take too long", () => new Promise<never>(() => {})],
  ] as const) {
    test(`whose checks ${how} is checked by the server`, async ({ page }) => {
      await page.route(VALIDATION, fail);
      await openHydrated(page, "/auth/signin");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByText("Please enter an email")).toBeVisible();
    });
  }
});
