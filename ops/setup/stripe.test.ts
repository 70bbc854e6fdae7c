import { SECRET_KEY, start } from "local-stripe/testing";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "../../app/billing/webhook-events.ts";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import { startEmptyAccount } from "./empty-account.ts";
import {
  connectStripe,
  ensurePortal,
  ensurePrices,
  ensureWebhookEndpoint,
  findPortal,
  findPortalProblems,
} from "./stripe.ts";

const SITE = "https://staging.example.com";

function connect(url: string): Stripe {
  const { port } = new URL(url);
  return connectStripe(SECRET_KEY, { host: "127.0.0.1", port, protocol: "http" });
}

function recorder() {
  const lines: string[] = [];
  return {
    lines,
    report: (outcome: string, what: string) => void lines.push(`${outcome} ${what}`),
  };
}

describe("prices", () => {
  test("that are there are found by their lookup keys", async () => {
    await using stripe = await start();
    const { lines, report } = recorder();
    const prices = await ensurePrices(connect(stripe.url), report);
    expect(prices.map(({ plan, price }) => [plan, price])).toEqual(Object.entries(LOCAL_PRICES));
    expect(lines.every((line) => line.startsWith("found"))).toBe(true);
  });

  test("that are not there are created, once", async () => {
    const account = await startEmptyAccount();
    const { lines, report } = recorder();
    const first = await ensurePrices(connect(account.url), report);
    const second = await ensurePrices(connect(account.url), report);
    await account.close();
    expect(second).toEqual(first);
    expect(account.writes).toEqual([
      "product plan_starter",
      "price starter_monthly 4000",
      "product plan_pro",
      "price pro_monthly 25000",
      "product plan_business",
      "price business_monthly 190000",
    ]);
    expect(lines.slice(6).every((line) => line.startsWith("found price"))).toBe(true);
  });
});

describe("the webhook endpoint", () => {
  test("is created once, with our events and API version, and its secret is kept", async () => {
    await using stripe = await start();
    const secrets: string[] = [];
    const { lines, report } = recorder();
    const keepSecret = async (secret: string) => void secrets.push(secret);
    for (let run = 0; run < 2; run += 1) {
      await ensureWebhookEndpoint(connect(stripe.url), SITE, { report, keepSecret });
    }
    const { data } = await stripe.stripe.webhookEndpoints.list();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      url: `${SITE}/api/stripe-webhook`,
      enabled_events: [...WEBHOOK_EVENTS],
      api_version: Stripe.API_VERSION,
    });
    expect(secrets).toEqual([expect.stringMatching(/^whsec_/)]);
    expect(lines).toEqual([
      `created webhook endpoint ${SITE}/api/stripe-webhook, secret stored`,
      `found webhook endpoint ${SITE}/api/stripe-webhook`,
    ]);
  });

  test("gets exactly our events, whatever it had", async () => {
    await using stripe = await start();
    const url = `${SITE}/api/stripe-webhook`;
    await stripe.stripe.webhookEndpoints.create({ url, enabled_events: ["*"] });
    const { lines, report } = recorder();
    await ensureWebhookEndpoint(connect(stripe.url), SITE, { report, keepSecret: async () => {} });
    const { data } = await stripe.stripe.webhookEndpoints.list();
    expect(data.map(({ enabled_events }) => enabled_events)).toEqual([[...WEBHOOK_EVENTS]]);
    expect(lines).toEqual([`updated events of webhook endpoint ${url}`]);
  });

  test("is gone again when its secret could not be kept", async () => {
    await using stripe = await start();
    const keepSecret = async () => {
      throw new Error("wrangler failed");
    };
    const { report } = recorder();
    await expect(
      ensureWebhookEndpoint(connect(stripe.url), SITE, { report, keepSecret }),
    ).rejects.toThrow("wrangler failed");
    expect((await stripe.stripe.webhookEndpoints.list()).data).toEqual([]);
  });
});

describe("the portal", () => {
  const prices = [{ plan: "pro", price: "price_1", product: "plan_pro" }] as const;

  test("is configured once for the prices there are", async () => {
    const account = await startEmptyAccount();
    const { lines, report } = recorder();
    for (let run = 0; run < 2; run += 1) {
      expect(await ensurePortal(connect(account.url), prices, report)).toBe(true);
    }
    await account.close();
    expect(account.writes).toEqual(["portal bpc_default plan_pro price_1"]);
    expect(lines.at(-1)).toBe("found portal configuration bpc_default");
  });

  test("has rules of which nothing is left to mend, and gets them back when somebody changes them", async () => {
    await using account = await start();
    const stripe = connect(account.url);
    const sold = await ensurePrices(stripe, () => {});
    const read = async () => {
      const portal = await findPortal(stripe);
      if (!portal) throw new Error("There is no portal");
      return portal;
    };
    expect(findPortalProblems(await read())).toEqual([
      "upgrades are not invoiced at once",
      "downgrades do not wait for the period's end",
      "a change of plan ends the trial",
    ]);
    await ensurePortal(stripe, sold, () => {});
    const { id, ...portal } = await read();
    expect(findPortalProblems({ id, ...portal })).toEqual([]);
    await stripe.billingPortal.configurations.update(id, {
      features: { subscription_cancel: { enabled: false } },
    });
    const { lines, report } = recorder();
    await ensurePortal(stripe, sold, report);
    expect(lines).toEqual([`updated portal configuration ${id}`]);
    expect(findPortalProblems(await read())).toEqual([]);
  });

  test("is left to a person in an account that has none", async () => {
    const account = await startEmptyAccount({ hasPortal: false });
    expect(await ensurePortal(connect(account.url), prices, recorder().report)).toBe(false);
    await account.close();
    expect(account.writes).toEqual([]);
  });
});
