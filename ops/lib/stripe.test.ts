import { listen } from "local-kit";
import { SECRET_KEY, startFixture } from "local-stripe/testing";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { WEBHOOK_EVENTS } from "../../app/billing/stripe/stripe-objects.ts";
import { PLAN_IDS } from "../../app/content/plans.ts";
import { LOCAL_STRIPE_PRICES } from "../../local/seeds/stand-ins.ts";
import { LOCAL_PRICES } from "../../tools/settings.ts";
import {
  connectStripe,
  ensurePortal,
  ensurePrices,
  ensureWebhookEndpoint,
  findPortal,
  findPortalProblems,
} from "./stripe.ts";

const SITE = "https://staging.example.com";

function recorder() {
  const lines: string[] = [];
  return {
    lines,
    report: (outcome: string, what: string) => void lines.push(`${outcome} ${what}`),
  };
}

describe("prices", () => {
  test("that are there are found by their lookup keys", async () => {
    await using stripe = await startFixture({ prices: LOCAL_STRIPE_PRICES });
    const { lines, report } = recorder();
    const prices = await ensurePrices(connectStripe(SECRET_KEY, stripe.url), report);
    expect(prices.map(({ plan, price }) => [plan, price])).toEqual(Object.entries(LOCAL_PRICES));
    expect(lines.every((line) => line.startsWith("found"))).toBe(true);
  });

  test("are created once", async () => {
    const writes: string[] = [];
    await using account = await startFixture({
      prices: [],
      onApiCall: ({ method, path, parameters }) => {
        const fields = new URLSearchParams(parameters);
        if (method === "POST")
          writes.push(`${path} ${fields.get("lookup_key") ?? fields.get("id")}`);
      },
    });
    const { lines, report } = recorder();
    const first = await ensurePrices(connectStripe(SECRET_KEY, account.url), report);
    const second = await ensurePrices(connectStripe(SECRET_KEY, account.url), report);
    expect(second).toEqual(first);
    expect(writes).toEqual(
      PLAN_IDS.flatMap((id) => [`/v1/products plan_${id}`, `/v1/prices ${id}_monthly`]),
    );
    expect(lines.slice(writes.length).every((line) => line.startsWith("found price"))).toBe(true);
  });
});

describe("the webhook endpoint", () => {
  test("is created once with our events and API version, and its secret is stored", async () => {
    await using stripe = await startFixture();
    const secrets: string[] = [];
    const { lines, report } = recorder();
    const storeSecret = async (secret: string) => void secrets.push(secret);
    for (let run = 0; run < 2; run += 1) {
      await ensureWebhookEndpoint(connectStripe(SECRET_KEY, stripe.url), SITE, {
        report,
        storeSecret,
      });
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

  test("is updated to exactly our events", async () => {
    await using stripe = await startFixture();
    const url = `${SITE}/api/stripe-webhook`;
    await stripe.stripe.webhookEndpoints.create({ url, enabled_events: ["*"] });
    const { lines, report } = recorder();
    await ensureWebhookEndpoint(connectStripe(SECRET_KEY, stripe.url), SITE, {
      report,
      storeSecret: async () => {},
    });
    const { data } = await stripe.stripe.webhookEndpoints.list();
    expect(data.map(({ enabled_events }) => enabled_events)).toEqual([[...WEBHOOK_EVENTS]]);
    expect(lines).toEqual([`updated events of webhook endpoint ${url}`]);
  });

  test("is deleted when storing its secret fails", async () => {
    await using stripe = await startFixture();
    const storeSecret = async () => {
      throw new Error("wrangler failed");
    };
    const { report } = recorder();
    await expect(
      ensureWebhookEndpoint(connectStripe(SECRET_KEY, stripe.url), SITE, { report, storeSecret }),
    ).rejects.toThrow("wrangler failed");
    expect((await stripe.stripe.webhookEndpoints.list()).data).toEqual([]);
  });
});

describe("the portal", () => {
  test("is configured, and restored after a manual change", async () => {
    await using account = await startFixture();
    const stripe = connectStripe(SECRET_KEY, account.url);
    const prices = await ensurePrices(stripe, () => {});
    const read = async () => {
      const portal = await findPortal(stripe);
      if (!portal) throw new Error("No portal");
      return portal;
    };
    expect(findPortalProblems(await read())).toEqual([
      "upgrades are not invoiced immediately",
      "downgrades do not wait for the period's end",
      "a plan change ends the trial",
    ]);
    const first = recorder();
    await ensurePortal(stripe, prices, first.report);
    await ensurePortal(stripe, prices, first.report);
    const { id, ...portal } = await read();
    expect(first.lines).toEqual([
      `updated portal configuration ${id}`,
      `found portal configuration ${id}`,
    ]);
    expect(findPortalProblems({ id, ...portal })).toEqual([]);
    await stripe.billingPortal.configurations.update(id, {
      features: { subscription_cancel: { enabled: false } },
    });
    const { lines, report } = recorder();
    await ensurePortal(stripe, prices, report);
    expect(lines).toEqual([`updated portal configuration ${id}`]);
    expect(findPortalProblems(await read())).toEqual([]);
  });

  test("is not created in an account without one", async () => {
    const list = { object: "list", data: [], has_more: false };
    const empty = await listen(() => Response.json(list), 0);
    const stripe = connectStripe(SECRET_KEY, empty.url);
    expect(await ensurePortal(stripe, [], recorder().report)).toBe(false);
    await empty.close();
  });
});
