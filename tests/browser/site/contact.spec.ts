/** The contact page, and its form from the visitor's screen to the studio's spreadsheet. */
import type { Page, Route } from "@playwright/test";
import * as v from "valibot";
import { studio } from "../../../app/content/studio.ts";
import { test } from "../../support/browser/accounts.ts";
import { expect, localUrls } from "../../support/browser/fixtures.ts";
import { PLAN_NAMES } from "../../support/plans.ts";

const rowsSchema = v.object({ rows: v.array(v.object({ values: v.array(v.string()) })) });

async function rowsFrom(email: string): Promise<string[][]> {
  const response = await fetch(`${localUrls.sheet}/_local/rows`);
  const { rows } = v.parse(rowsSchema, await response.json());
  return rows.map(({ values }) => values).filter((values) => values[1] === email);
}

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Name").fill("Ann Visitor");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Message").fill("Our orders live in seven spreadsheets.");
}

/** Backdates the form: one submitted at once counts as a bot's. */
const backdate = (page: Page) =>
  page.locator("input[name=startedAt]").evaluate((field: HTMLInputElement) => {
    field.value = String(Number(field.value) - 60_000);
  });

/** The browser's own page about a connection. */
const isErrorPage = ({ protocol }: URL) => protocol !== "http:";

test("shows phone, hours, email address and response time, no wider than 850 px", async ({
  page,
}) => {
  await page.goto("/contact");
  const { hours, timeZone, display, href } = studio.phone;
  const main = page.getByRole("main");
  for (const width of [390, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(main.getByRole("link", { name: display })).toHaveAttribute("href", href);
    await expect(main.getByText(hours).filter({ visible: true })).toContainText(timeZone);
    await expect(main.getByRole("link", { name: studio.email })).toHaveAttribute(
      "href",
      `mailto:${studio.email}`,
    );
  }
  await expect(main.getByRole("link", { name: "Privacy policy" })).toBeVisible();
  await expect(page.getByText("within one business day")).toBeVisible();
  const box = await main.locator("> *").first().boundingBox();
  expect(box?.width).toBeLessThanOrEqual(850);
});

test("a message is delivered once; thanks replace the form, and lead to another message", async ({
  page,
  email,
}) => {
  await page.goto("/contact");
  const id = () => page.locator("input[name=id]").inputValue();
  const firstId = await id();
  await backdate(page);
  await fillIn(page, email);
  const send = page.getByRole("button", { name: "Send message" });
  const twice = await send.evaluate((button: HTMLButtonElement) => {
    const sent: boolean[] = [];
    addEventListener("submit", (event) => sent.push(!event.defaultPrevented));
    button.click();
    button.click();
    return { sent, isBusy: button.ariaBusy };
  });
  expect(twice).toEqual({ sent: [true, false], isBusy: "true" });
  const thanks = page.getByRole("status").filter({ hasText: "Your message has been sent!" });
  await expect(thanks).toBeFocused();
  await expect(thanks).toContainText(`${studio.replyTime} The answer goes to ${email}.`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thanks, Ann Visitor");
  await expect(send).toHaveCount(0);
  const row = ["Ann Visitor", email, "Our orders live in seven spreadsheets."];
  await expect.poll(() => rowsFrom(email)).toEqual([row]);
  await page.reload();
  await expect(thanks).toContainText(email);
  await page.goBack();
  await page.goForward();
  await expect(thanks).toContainText("Your message has been sent!");
  // The browser may restore the text on Back, under another id.
  await page.goBack();
  await fillIn(page, email);
  await backdate(page);
  await send.click();
  await expect(thanks).toBeFocused();
  expect(await rowsFrom(email)).toEqual([row]);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const next of [studio.phone.display, "Four projects, up close", "Questions and answers"])
    await expect(page.getByRole("main").getByRole("link", { name: next })).toBeVisible();
  await page.getByRole("link", { name: "Write another message" }).click();
  await expect(page.getByLabel("Message")).toHaveValue("");
  expect(await id()).not.toBe(firstId);
});

test("a subscriber requests a change from the dashboard, however fast; plan and name go with it", async ({
  page,
  person,
  sql,
}) => {
  await person.subscribe("pro");
  await sql`update public.users set name = 'Ann Customer' where id = ${person.id}`;
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Request a change" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Request a change");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await expect(page.getByLabel("Name")).toHaveCount(0);
  await page.getByLabel("Message").fill("A total below the orders.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Thanks, Ann Customer")).toBeVisible();
  await expect
    .poll(() => rowsFrom(person.email))
    .toEqual([
      [
        "Ann Customer",
        person.email,
        `[Change request, ${PLAN_NAMES.pro} plan] A total below the orders.`,
      ],
    ]);
  expect(
    await sql`
      select template from public.outgoing_emails
      where recipient = ${person.email} and template = 'message_copy'`,
  ).toHaveLength(1);
  await page.getByRole("link", { name: "Write another message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Request a change");
  await page.goto("/dashboard");
  await page.getByRole("contentinfo").getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What can we do?");
});

test("the link to request a change leads a signed-out customer to sign-in first", async ({
  page,
}) => {
  await page.goto("/contact?topic=change");
  await expect(page).toHaveURL("/auth/signin?next=%2Fcontact%3Ftopic%3Dchange");
});

test("a browser that wrongly says it is offline sends all the same", async ({ page, person }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "onLine", { get: () => false });
  });
  await page.goto("/contact");
  await page.getByLabel("Message").fill("Sent through a VPN.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
  await expect.poll(() => rowsFrom(person.email)).toHaveLength(1);
  await page.goto("/auth/signout");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Account" })).toHaveCount(0);
});

test("a browser that hides its origin from its own site sends as well", async ({
  request,
  email,
}) => {
  const response = await request.post("/contact", {
    form: { name: "Ann", email, message: "Without a referrer.", startedAt: "1" },
    headers: { Origin: "null", "Sec-Fetch-Site": "same-origin" },
    maxRedirects: 0,
  });
  expect(response.status()).toBe(303);
  await expect.poll(() => rowsFrom(email)).toEqual([["Ann", email, "Without a referrer."]]);
});

test("what is typed is kept when the page is left, and said to be unsent", async ({ page }) => {
  await page.goto("/contact");
  const note = page.getByText("It may not have been sent yet.");
  await expect(note).toBeHidden();
  await page.getByLabel("Message").fill("Half a thought");
  await page.goto("/faq");
  await page.goto("/contact");
  await expect(page.getByLabel("Message")).toHaveValue("Half a thought");
  await expect(note).toBeVisible();
});

test("a message is not lost with the connection, offline or cut as it is sent, and arrives once", async ({
  page,
  context,
  email,
}) => {
  await page.goto("/contact");
  await backdate(page);
  await fillIn(page, email);
  const send = page.getByRole("button", { name: "Send message" });
  const id = await page.locator("input[name=id]").inputValue();
  await context.setOffline(true);
  await send.click();
  await expect(page.getByRole("alert")).toHaveText("You’re offline.");
  await context.setOffline(false);
  await expect(page.getByRole("alert")).toHaveCount(0);

  // The server has it, but the browser gets no answer.
  const cut = async (route: Route) => {
    if (route.request().method() === "POST") await route.fetch();
    await route.abort("connectionreset");
  };
  await page.route("**/contact", cut, { times: 1 });
  await send.click();
  await page.waitForURL(isErrorPage);
  await page.goto("/faq");
  await page.goto("/contact");
  await expect(page.getByLabel("Name")).toHaveValue("Ann Visitor");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Message")).toHaveValue("Our orders live in seven spreadsheets.");
  await expect(page.locator("input[name=id]")).toHaveValue(id);
  await send.click();
  await expect(page.getByText("Your message has been sent!")).toBeVisible();
  await expect.poll(() => rowsFrom(email)).toHaveLength(1);
  await page.goto("/contact");
  await expect(page.getByLabel("Message")).toHaveValue("");
});

test("a message whose connection was cut is not shown after signing out", async ({
  page,
  person: { email },
}) => {
  await page.goto("/contact");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Message").fill("Our orders live in seven spreadsheets.");
  await page.route("**/contact", (route) => route.abort("connectionreset"), { times: 1 });
  await page.getByRole("button", { name: "Send message" }).click();
  await page.waitForURL(isErrorPage);
  await page.goto("/auth/signout");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Account" })).toHaveCount(0);
  await page.goto("/contact");
  await expect(page.getByLabel("Message")).toHaveValue("");
});

test("errors are at their fields, the first in focus, and no input is lost", async ({ page }) => {
  await page.goto("/contact");
  const send = page.getByRole("button", { name: "Send message" });
  await send.click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Please enter your name");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please enter your email");
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription(/^Please enter a message/);
  await page.goBack();
  await expect(send).toBeEnabled();
  await page.getByLabel("Name").fill("Ann");
  await page.getByLabel("Email").fill("ann@example.com");
  await page.getByLabel("Message").fill("x".repeat(10_001));
  await send.click();
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription(
    /^Please use at most 10,000 characters/,
  );
  await expect(page.getByLabel("Message")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveValue("x".repeat(10_001));
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an error keeps the input, and its correction, however quick, is not taken for spam", async ({
    page,
    email,
  }) => {
    await page.goto("/contact");
    await page.getByLabel("Name").fill("Ann Visitor");
    await page.getByLabel("Message").fill("Written by hand");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Please enter your email")).toBeVisible();
    const [name, address] = await page
      .getByLabel(/^(Name|Email)$/)
      .evaluateAll((fields) =>
        fields.map((field) => field.getBoundingClientRect()).map(({ y, height }) => [y, height]),
      );
    expect(name).toEqual(address);
    await expect(page.getByLabel("Name")).toHaveValue("Ann Visitor");
    await expect(page.getByLabel("Message")).toHaveValue("Written by hand");
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Your message has been sent!")).toBeVisible();
    await expect.poll(() => rowsFrom(email)).toHaveLength(1);
  });
});
