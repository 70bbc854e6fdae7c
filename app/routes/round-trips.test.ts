/**
 * Counts the round trips to Postgres between login and disconnect, at a proxy, and the calls to Stripe, in
 * all and in a row.
 */
import { readFileSync } from "node:fs";
import { RouterContextProvider } from "react-router";
import Stripe from "stripe";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { authMiddleware } from "~/auth/session/auth.server";
import { parseConfig } from "~/platform/config.server";
import { createPlatform, platformContext } from "~/platform/context.server";
import { type FaultProxy, startFaultProxy } from "../../tests/support/database/fault-proxy";
import { PLAN_NAMES } from "../../tests/support/plans";
import { createSession } from "../../tests/support/routes/request-context";
import {
  siteVariables as variables,
  workerDatabaseUrl,
} from "../../tests/support/running-cloud.ts";
import { loader as portalReturn } from "./account/billing-return";
import { loader as dashboard } from "./account/dashboard";
import { action as keep } from "./account/keep-plan";
import { middleware } from "./account/layout";
import { action as purchase } from "./account/purchase";
import { loader as portal } from "./account/settings/billing";
import { loader as settings } from "./account/settings/general";
import { action as webhook } from "./api/stripe-webhook";

const config = parseConfig(variables);
const { siteUrl, stripe: stripeConfig } = config;
const stripeUrl = stripeConfig.apiUrl ?? "";
const { hostname: host, port } = new URL(stripeUrl);
const stripe = new Stripe(stripeConfig.secretKey, { host, port, protocol: "http" });

/** With the pages that are read while an expired token is refreshed. */
const [requireSession] = middleware;

let proxy: FaultProxy;
let connectionString: string;
let cookie: string;
beforeAll(async () => {
  proxy = await startFaultProxy();
  connectionString = proxy.proxyUrl(workerDatabaseUrl);
  ({ cookie } = await createSession(config.supabase));
  // A busy machine must not reach a timeout, after which a call is repeated.
  const { setTimeout } = globalThis;
  vi.stubGlobal("setTimeout", (run: () => void, ms = 0, ...args: []) =>
    setTimeout(run, ms < 1_000 ? ms : ms * 10, ...args),
  );
});
afterAll(() => {
  vi.unstubAllGlobals();
  return proxy.close();
});

type Args = Parameters<typeof authMiddleware>[0];

interface Visit {
  /** The loader's data, or the response that it threw. */
  readonly result: unknown;
  /**
   * As a row of docs/performance.md: round trips, those before the response, calls to Stripe, those in a row.
   */
  readonly counts: readonly number[];
  /** That it set, as a `Cookie` header has them. */
  readonly cookies: readonly string[];
}

/** Runs a loader or action as the signed-in user. */
async function visit(
  path: string,
  run: (args: Args) => Promise<unknown>,
  init?: RequestInit,
  cookies: readonly string[] = [],
): Promise<Visit> {
  proxy.resetCounts();
  const stripeCalls = watchStripe();
  const url = new URL(path, siteUrl);
  const headers = { ...init?.headers, Cookie: [cookie, ...cookies].join("; ") };
  const request = new Request(url, { ...init, headers });
  const allow: RateLimit = { limit: async () => ({ success: true }) };
  const platform = createPlatform({
    config,
    env: {
      NETWORK_RATE_LIMIT: allow,
      IDENTIFIER_RATE_LIMIT: allow,
      HYPERDRIVE: { connectionString },
    },
    ctx: { waitUntil: () => {} },
    requestId: "test",
    request,
  });
  const context = new RouterContextProvider();
  context.set(platformContext, platform);
  const args = { request, url, context, params: {}, pattern: "/" };
  let result: unknown;
  await authMiddleware(args, async () => {
    await requireSession?.(args, async () => {
      result = await run(args).catch((thrown: unknown) => thrown);
      return new Response();
    });
    return new Response();
  });
  const awaited = countQueries();
  const inARow = stripeCalls.countInARow();
  await platform.close();
  const calls = stripeCalls.count();
  const set = platform.cookies.setCookieHeaders().flatMap((each) => each.split(";", 1));
  return { result, counts: [countQueries(), awaited, calls, inARow], cookies: set };
}

/** Watches the calls to Stripe until they are counted. A call follows those that had ended when it began. */
function watchStripe() {
  const { fetch: realFetch } = globalThis;
  let count = 0;
  let ended = 0;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (!String(input).startsWith(stripeUrl)) return realFetch(input, init);
    count += 1;
    const place = ended + 1;
    const response = await realFetch(input, init);
    // The whole body, as the SDK waits for it.
    const body = await response.text();
    ended = Math.max(ended, place);
    return new Response(body, response);
  });
  return {
    /** The longest chain of calls that waited for one another, until now. */
    countInARow: () => ended,
    count() {
      spy.mockRestore();
      return count;
    },
  };
}

/** Follows a redirect, with the cookies of before. Counts both. */
async function follow(first: Visit, run: (args: Args) => Promise<unknown>): Promise<Visit> {
  const second = await visit(openSessionUrl(first), run, undefined, first.cookies);
  const counts = first.counts.map((count, index) => count + (second.counts[index] ?? 0));
  return { ...second, counts };
}

const countQueries = () => proxy.connections.reduce((sum, { query }) => sum + query, 0);

const buy = () =>
  visit("/purchase/pro", (args) => purchase({ ...args, params: { plan: "pro" } }), {
    method: "POST",
  });

const openSessionUrl = ({ result }: Visit): string =>
  (result instanceof Response && result.headers.get("Location")) || "";

async function pay(sessionUrl: string): Promise<void> {
  const card = { cardNumber: "4242424242424242", expiry: "12 / 40", cvc: "123", name: "Ann" };
  const body = new URLSearchParams(card);
  await fetch(sessionUrl, { method: "POST", body, redirect: "manual" });
}

async function deliver(customer: string, id: string): Promise<Visit> {
  const payload = JSON.stringify({
    id,
    object: "event",
    type: "customer.subscription.updated",
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { object: "subscription", id: "sub_x", customer } },
  });
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_local" });
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
  return visit("/api/stripe-webhook", webhook, { method: "POST", headers, body: payload });
}

const readOutcome = ({ result }: Visit): Promise<unknown> =>
  result instanceof Response ? result.json() : Promise.reject(result);

/** The numbers in the columns `from` to `to` of the section's first table, by row. */
function readTable(section: string, from = 0, to = 4): Map<string, number[]> {
  const text = readFileSync("docs/performance.md", "utf8").split(`## ${section}\n`)[1] ?? "";
  const lines =
    /(^\|.*\|\n)+/m
      .exec(text.split("\n## ")[0] ?? "")?.[0]
      .trim()
      .split("\n") ?? [];
  const rows = lines.slice(2).map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(rows.map(([, way = "", ...cells]) => [way, cells.slice(from, to).map(Number)]));
}

test("every way to a plan takes the round trips that docs/performance.md states", async () => {
  const counted = new Map<string, readonly number[]>();
  const count = (way: string, { result, counts }: Visit) => {
    if (result instanceof Error) throw result;
    counted.set(way, counts);
    return result;
  };
  count("`/dashboard`", await visit("/dashboard", dashboard));

  const first = await buy();
  count("first checkout", first);
  const again = await buy();
  count("checkout again, session open", again);
  expect(openSessionUrl(first)).toContain(stripeUrl);
  expect(openSessionUrl(again)).toBe(openSessionUrl(first));

  const sessionId = /cs_\w+/.exec(openSessionUrl(first))?.[0] ?? "";
  const { customer } = await stripe.checkout.sessions.expire(sessionId);
  const returning = await buy();
  count("checkout of a returning buyer", returning);
  await pay(openSessionUrl(returning));
  const paidId = /cs_\w+/.exec(openSessionUrl(returning))?.[0];

  const back = () => visit(`/dashboard?paid=true&session=${paidId}`, dashboard);
  const beforeWebhook = await follow(await back(), dashboard);
  const shown = count("`/dashboard?paid=true` before the webhook", beforeWebhook);
  expect(shown).toMatchObject({ plan: { planId: "pro", status: "trialing" }, checkout: "paid" });
  const afterWebhook = await follow(await back(), dashboard);
  count("`/dashboard?paid=true` after the webhook", afterWebhook);

  const opened = await visit("/settings/billing", portal);
  count("billing portal", opened);
  expect(openSessionUrl(opened)).toContain(stripeUrl);
  count("“Update card”", await visit("/settings/billing?flow=card", portal));
  count("“Switch to …”", await visit("/settings/billing?flow=business", portal));
  const [subscription] = (await stripe.subscriptions.list({ customer: String(customer) })).data;
  await stripe.subscriptions.update(subscription?.id ?? "", { cancel_at_period_end: true });
  const returned = await visit("/account/billing/return", portalReturn, undefined, opened.cookies);
  const cookies = [...opened.cookies, ...returned.cookies];
  const settled = await follow({ ...returned, cookies }, settings);
  count("back from the portal", settled);
  expect(settled.result).toMatchObject({
    flash: { type: "success" },
    plan: { keepLabel: `Keep ${PLAN_NAMES.pro}` },
  });
  const kept = await visit("/account/keep-plan", keep, { method: "POST" });
  count("keeping a canceled plan", await follow(kept, settings));

  const id = `evt_${crypto.randomUUID()}`;
  const applied = await deliver(v.parse(v.string(), customer), id);
  count("webhook, applied", applied);
  const duplicate = await deliver(v.parse(v.string(), customer), id);
  count("webhook, duplicate", duplicate);
  expect(await readOutcome(applied)).toEqual({ outcome: "applied" });
  expect(await readOutcome(duplicate)).toEqual({ outcome: "duplicate" });

  expect(counted).toEqual(readTable("Round trips"));
  const awaited = (way: string) => [counted.get(way)?.[1]];
  expect(Object.fromEntries(readTable("Far away", 4, 5))).toMatchObject({
    "`/dashboard`": awaited("`/dashboard`"),
    "checkout, to Stripe's page": awaited("first checkout"),
    "back from checkout, before the webhook": awaited("`/dashboard?paid=true` before the webhook"),
  });
});
