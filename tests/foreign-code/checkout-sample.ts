/** Drives the server of stripe-samples/checkout-single-subscription as its pages do. */
import * as v from "valibot";
import { check, createPrice, pay, STRIPE_URL } from "./checkout.ts";

const SITE = "http://localhost:4242";

/** Submits a form to the sample; returns where it redirects. */
async function submit(path: string, fields: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(fields);
  const response = await fetch(`${SITE}${path}`, { method: "POST", body, redirect: "manual" });
  const location = response.headers.get("location");
  if (location === null) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return location;
}

// Parameters of sample-seed.json.
const priceId = await createPrice("Starter", {
  unit_amount: "1200",
  lookup_key: "starter",
  transfer_lookup_key: "true",
  tax_behavior: "exclusive",
});
const checkout = await submit("/create-checkout-session", { priceId });
const sessionId = (await pay(checkout)).searchParams.get("session_id") ?? "";
const session = await fetch(`${SITE}/checkout-session?sessionId=${sessionId}`);
const { status } = v.parse(v.object({ status: v.string() }), await session.json());
check(status === "complete", "a visitor subscribes");
const portal = await submit("/customer-portal", { sessionId });
check((await fetch(portal)).ok, "the subscriber opens the portal");
await fetch(`${STRIPE_URL}/_local/settle`, { method: "POST" });
const log = await fetch(`${STRIPE_URL}/_local/deliveries`);
const attempts = v.parse(v.array(v.object({ status: v.nullable(v.number()) })), await log.json());
check(
  attempts.length > 0 && attempts.every((attempt) => attempt.status === 200),
  "the sample verifies every webhook",
);
