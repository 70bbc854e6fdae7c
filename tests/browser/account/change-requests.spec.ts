/** The dashboard's card of a live plan: who looks after the software. */
import { studio } from "../../../app/content/studio.ts";
import { sessionCookie } from "../../support/auth-server.ts";
import { signInTokens } from "../../support/browser/accounts.ts";
import { test } from "../../support/browser/billing.ts";
import { expect, openHydrated } from "../../support/browser/fixtures.ts";

test("a subscriber sees who looks after the software, and what was requested from this account", async ({
  page,
  subscriber,
  createPerson,
  request,
  sql,
}) => {
  await openHydrated(page, "/dashboard");
  for (const { name } of Object.values(studio.founders))
    await expect(page.getByRole("img", { name: new RegExp(name) })).toHaveJSProperty(
      "naturalWidth",
      240,
    );
  // While the plan is new, what happens next stands there instead.
  await expect(page.getByText(/ will email you by /)).toBeVisible();
  await expect(page.getByText("Please have this ready: which")).toBeVisible();
  await sql`
    update public.customers set subscription_started_at = now() - interval '30 days'
    where user_id = ${subscriber.id}`;
  await page.reload();
  await expect(page.getByText(/^A founder replies/)).toBeVisible();
  await expect(page.getByText("Your latest requests")).toHaveCount(0);
  await page.getByRole("link", { name: "Request a change" }).click();
  await page.getByLabel("Message").fill("Sort the orders by delivery date.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Your message has been sent!")).toBeVisible();

  // Who knows the address, a guest or another account, adds nothing to the list.
  const other = await createPerson();
  for (const Cookie of ["", sessionCookie(await signInTokens(other.email))]) {
    const form = {
      name: "Eve",
      email: subscriber.email,
      message: `[Change request] Call this number. ${Cookie.length}`,
      startedAt: String(Date.now() - 60_000),
    };
    const headers = { "Sec-Fetch-Site": "same-origin", Cookie };
    await request.post("/contact?topic=change", { form, headers });
  }
  const [stored] = await sql`
    select count(*)::int from public.contact_messages where email = ${subscriber.email} and message like '%this number.%'`;
  expect(stored).toEqual({ count: 2 });
  await page.goto("/dashboard");
  const requests = page.getByRole("listitem").filter({ has: page.locator("time") });
  const card = page.locator("section").filter({ hasText: "Your latest requests" });
  await expect(card.locator(requests)).toHaveCount(1);
  await expect(card.getByText("Sort the orders by delivery date.", { exact: true })).toBeVisible();
});

test("the founders can be reached on every plan, and without one", async ({
  page,
  person,
  sql,
}) => {
  const contact = page.getByRole("main").getByRole("link", { name: "Contact us" });
  const founder = page.getByRole("img", { name: new RegExp(studio.founders.design.name) });
  await page.goto("/dashboard");
  await expect(contact).toHaveCount(1);
  await expect(founder).toHaveCount(0);
  await person.subscribe("pro");
  await page.reload();
  await expect(page.getByRole("link", { name: "Request a change" })).toBeVisible();
  await expect(contact).toHaveCount(0);
  await sql`
    update public.customers set stripe_subscription_status = 'past_due' where user_id = ${person.id}`;
  await page.reload();
  await expect(founder).toBeVisible();
  await expect(
    page.getByText("If you have a question about your plan, write to us."),
  ).toBeVisible();
  await expect(page.getByText(/^A founder replies/)).toHaveCount(0);
  await expect(contact).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Request a change" })).toHaveCount(0);
});
