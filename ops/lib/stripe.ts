/** Access to the environment's Stripe account. */
import Stripe from "stripe";
import { listEndpointEvents } from "../../app/billing/stripe/stripe-objects.ts";
import { EVENT_HANDLERS } from "../../app/routes/api/stripe-events.ts";
import type { Target } from "./target.ts";

/** The events that the site's webhook endpoint gets. */
export const ENDPOINT_EVENTS = listEndpointEvents(EVENT_HANDLERS);

const TIMEOUT_MS = 15_000;

/** Creates a client with the SDK's API version, which the Worker uses too. */
export function connectStripe(secretKey: string, apiUrl = "https://api.stripe.com"): Stripe {
  const { hostname: host, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    ...{ maxNetworkRetries: 2, telemetry: false, timeout: TIMEOUT_MS },
    ...{ host, port: port || 443, protocol: protocol === "http:" ? "http" : "https" },
  });
}

/** Connects with STRIPE_SECRET_KEY. Throws one line when it is missing or of the wrong mode. */
export function openStripe({ environment, env }: Target): Stripe {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: apiUrl } = env;
  if (!key) throw new Error("set STRIPE_SECRET_KEY");
  const mode = environment === "production" ? "live" : "test";
  if (new RegExp(`^[sr]k_${mode}_`).test(key)) return connectStripe(key, apiUrl);
  throw new Error(`STRIPE_SECRET_KEY must be a ${mode} key for ${environment}`);
}
