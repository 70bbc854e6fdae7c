/** The contact form, from the visitor's screen to the studio's spreadsheet. */
import type { Page } from "@playwright/test";
import * as v from "valibot";
import { expect, localUrls, test } from "../support/fixtures.ts";

const rowsSchema = v.object({ rows: v.array(v.object({ values: v.array(v.string()) })) });

async function rowsFrom(email: string): Promise<string[][]> {
  const response = await fetch(`${localUrls.sheet}/v1/sheets/contact/rows`, {
    headers: { Authorization: "Bearer local" },
  });
  const { rows } = v.parse(rowsSchema, await response.json());
  return rows.map(({ values }) => values).filter((values) => values[1] === email);
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Name").fill("Ann Visitor");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("Our orders live in seven spreadsheets.");
}

/** A person reads the page before they write; faster is taken for a bot. */
const read = (page: Page) => page.waitForTimeout(2_100);

test("a message is thanked for, the form is emptied, and the studio has it once", async ({
  page,
  email,
}) => {
  await page.goto("/contact");
  await read(page);
  await fillIn(page, email);
  await page.getByRole("button", { name: "Send message" }).dblclick();
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await expect
    .poll(() => rowsFrom(email))
    .toEqual([["Ann Visitor", email, "Our orders live in seven spreadsheets."]]);
});

test("every field says what it needs, and nothing is lost meanwhile", async ({ page }) => {
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Please enter your name");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter your email");
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription("Please enter a message");
  await page.getByLabel("Message").fill("x".repeat(10_001));
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription(
    "Please keep it under 10,000 characters",
  );
  await expect(page.getByLabel("Message")).toHaveValue("x".repeat(10_001));
});

test("is no wider than 850 px", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto("/contact");
  const box = await page.getByRole("main").locator("> *").first().boundingBox();
  expect(box?.width).toBeLessThanOrEqual(850);
});

test("a bot is thanked, and nobody hears of it", async ({ page, email }) => {
  await page.goto("/contact");
  await fillIn(page, email);
  await page.getByLabel("Leave this field empty").fill("https://spam.example");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
  await page.waitForTimeout(1_000);
  expect(await rowsFrom(email)).toEqual([]);
});

test("a form without its time stamp is taken for a bot's", async ({ page, email }) => {
  await page.goto("/contact");
  await read(page);
  await fillIn(page, email);
  await page.locator("input[name=startedAt]").evaluate((field) => field.remove());
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
  await page.waitForTimeout(1_000);
  expect(await rowsFrom(email)).toEqual([]);
});

test("a stranger who sends too many is asked to wait, and not the one whose address they use", async ({
  request,
  email,
}) => {
  const send = async (address: string) => {
    const response = await request.post("/contact", {
      maxRedirects: 0,
      headers: { "CF-Connecting-IP": address },
      form: { id: crypto.randomUUID(), name: "Ann", email, message: "Hello" },
    });
    return response.status();
  };
  const statuses: number[] = [];
  for (let message = 0; message < 12; message += 1) statuses.push(await send("192.0.2.1"));
  expect(statuses[0]).toBe(303);
  expect(statuses.at(-1)).toBe(429);
  expect(await send("192.0.2.2")).toBe(303);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a message is sent, and an error keeps what was typed", async ({ page, email }) => {
    await page.goto("/contact");
    await page.getByLabel("Name").fill("Ann Visitor");
    await page.getByLabel("Message").fill("Written by hand");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Please enter your email")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Written by hand");
    await page.getByLabel("Email").fill(email);
    await read(page);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Your message has been sent!")).toBeVisible();
    await expect.poll(() => rowsFrom(email)).toHaveLength(1);
  });
});
