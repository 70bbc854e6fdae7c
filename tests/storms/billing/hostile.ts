/** Forged and malformed deliveries: the Worker must reject all of them without a side effect. */
import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import Stripe from "stripe";
import { LOCAL_KEYS } from "../../../tools/settings.ts";
import type { StormHarness } from "./storm-harness.ts";

interface Attack {
  readonly name: string;
  readonly status: number;
  readonly signature?: string;
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
}

const signer = new Stripe("sk_test_local");

/** A line for each attack with an unexpected response status. */
export async function attack({ product, customers }: StormHarness): Promise<string[]> {
  const url = `http://127.0.0.1:${product.ports.start}/api/stripe-webhook`;
  const victim = customers[0]?.customerId ?? "";
  const problems: string[] = [];
  for (const { name, status, headers, body, signature } of attacksOn(victim)) {
    const actual = await post(url, body ?? payloadFor(victim), {
      "Content-Type": "application/json",
      "Stripe-Signature": signature ?? "",
      ...headers,
    });
    if (actual !== status) problems.push(`${name}: status ${actual} instead of ${status}`);
  }
  return problems;
}

function payloadFor(customer: string): string {
  return JSON.stringify({
    id: "evt_hostile",
    object: "event",
    type: "customer.subscription.deleted",
    created: 1_800_000_000,
    livemode: false,
    data: { object: { object: "subscription", id: "sub_x", customer } },
  });
}

function attacksOn(victim: string): Attack[] {
  const payload = payloadFor(victim);
  const now = Math.floor(Date.now() / 1000);
  const sign = (text: string, age = 0, secret: string = LOCAL_KEYS.stripeWebhook) =>
    signer.webhooks.generateTestHeaderString({ payload: text, secret, timestamp: now - age });
  const large = payload + " ".repeat(600 * 1024);
  return [
    { name: "unsigned", status: 400 },
    { name: "forged", status: 400, signature: sign(payload, 0, "whsec_guess") },
    { name: "stale", status: 400, signature: sign(payload, 301) },
    { name: "from the future", status: 400, signature: sign(payload, -330) },
    {
      name: "replayed with a new timestamp",
      status: 400,
      signature: sign(payload, 900).replace(/t=\d+/, `t=${now}`),
    },
    { name: "truncated", status: 400, signature: sign(payload), body: payload.slice(0, -30) },
    { name: "oversized", status: 413, signature: sign(large), body: large },
    {
      name: "oversized, without Content-Length",
      status: 413,
      signature: sign(large),
      body: large,
      headers: { "Transfer-Encoding": "chunked" },
    },
    {
      name: "compressed",
      status: 415,
      signature: sign(payload),
      body: gzipSync(payload),
      headers: { "Content-Encoding": "gzip" },
    },
    {
      name: "in UTF-16",
      status: 415,
      signature: sign(payload),
      body: Buffer.from(payload, "utf16le"),
      headers: { "Content-Type": "application/json; charset=utf-16" },
    },
    {
      name: "invalid UTF-8",
      status: 400,
      signature: sign(payload),
      body: Buffer.concat([Buffer.from(payload), Buffer.from([0xc3, 0x28])]),
    },
    {
      name: "as a form",
      status: 415,
      signature: sign(payload),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    },
  ];
}

/** The response status. Uses node:http, because fetch rejects invalid headers. */
function post(url: string, body: Buffer | string, headers: Record<string, string>) {
  return new Promise<number>((resolve, reject) => {
    const request = httpRequest(url, { method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    request.on("error", reject);
    request.end(body);
  });
}
