/** A downgrade is told as it was made: whether the portal lets one of another product wait is contested. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { outgoingEmails } from "#drizzle/schema";
import { readProfile } from "~/account/profile/read-profile.server";
import { requireLiveSession } from "~/auth/session/live-session.server";
import { readValues } from "~/email/email-values.server";
import { formatDatedText } from "~/ui/time/dated-text";
import { PLAN_NAMES } from "../../../tests/support/plans";
import { callStripeControl, openBilling, readRow } from "../../../tests/support/worker/billing";
import { openSession } from "../../../tests/support/worker/fixtures";
import { describeEmailedPlanChange } from "../plan/emailed-plan-change.server";
import { viewSubscription } from "../plan/subscription-view.server";
import { createPortalUrl } from "./portal.server";

const { platform, stripe, prices, sync, createSynced } = openBilling();

/** Switches from Pro to Starter in the portal; resolves with page, email and row afterwards. */
async function downgrade(isAtOnce: boolean) {
  const person = await createSynced();
  const { customerId: customer, subscriptionId: subscription } = person;
  if (isAtOnce) await callStripeControl(platform, "downgrade-at-once", { customer });
  const session = await openSession(platform, person);
  const leftAt = Date.now();
  const flow = { type: "starter", subscription } as const;
  const url = await createPortalUrl(platform, customer, "http://127.0.0.1:9/", flow);
  const body = new URLSearchParams({ action: "switch", subscription, price: prices.starter });
  await fetch(url ?? "", { method: "POST", body, redirect: "manual" });
  await sync(customer);
  const database = await platform.database.get();
  const profile = await readProfile(database, requireLiveSession(session), leftAt);
  const plan = viewSubscription(profile?.customer, platform.config.planCatalog);
  const told =
    profile?.emailedPlanChange && describeEmailedPlanChange(profile.emailedPlanChange, plan);
  const emails = await database
    .select()
    .from(outgoingEmails)
    .where(eq(outgoingEmails.recipient, person.email));
  const email = emails.find(({ template }) => template.includes("switch"));
  return {
    customer,
    row: await readRow(platform, person.userId),
    page: told ? formatDatedText(told.text, "UTC") : "",
    template: email?.template,
    values: email && readValues(platform.config, { ...email, happened_at: Date.now() }),
  };
}

test("one that waits names the next plan", async () => {
  const { row, page, template } = await downgrade(false);
  expect(row).toMatchObject({ stripePriceId: prices.pro, stripeNextPriceId: prices.starter });
  expect(page).not.toContain(`You’re on ${PLAN_NAMES.starter} now.`);
  expect(template).toBe("switch_scheduled");
});

test("one that Stripe makes at once is told as made, without a charge, and what is left is credited", async () => {
  const { customer, row, page, template, values } = await downgrade(true);
  expect(row).toMatchObject({ stripePriceId: prices.starter, stripeNextPriceId: null });
  expect(page).toContain(`You’re on ${PLAN_NAMES.starter} now.`);
  expect(page).not.toContain("charged");
  expect(template).toBe("plan_switched");
  expect(values).toMatchObject({ Plan: `${PLAN_NAMES.starter} plan`, Charge: "" });
  const { deleted, ...known } = await stripe.customers.retrieve(customer);
  expect(deleted).toBeUndefined();
  expect("balance" in known && known.balance).toBeLessThan(0);
});
