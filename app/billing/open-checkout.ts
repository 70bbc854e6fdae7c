/** Runs in the browser: asks the API for a Checkout session and loads Stripe.js before going there. */
import { loadStripe } from "@stripe/stripe-js/pure";
import * as v from "valibot";

const answerSchema = v.variant("status", [
  v.object({ status: v.literal("success"), data: v.object({ id: v.string(), url: v.string() }) }),
  v.object({ status: v.literal("error"), message: v.string() }),
]);

export interface CheckoutOptions {
  readonly priceId: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly publishableKey: string;
  /** Where the local stand-in for Stripe.js is; undefined loads Stripe's own. */
  readonly scriptUrl: string | undefined;
}

export type OpenedCheckout =
  | { readonly ok: true; readonly url: string }
  /** `url` is there when the session exists and only the script failed. */
  | { readonly ok: false; readonly message: string; readonly url?: string };

/** Never throws: every failure is a message for the page. */
export async function openCheckout(options: CheckoutOptions): Promise<OpenedCheckout> {
  const { priceId, successUrl, cancelUrl } = options;
  const answer = await requestSession({ priceId, successUrl, cancelUrl });
  if (!answer.ok) return answer;
  try {
    if (options.scriptUrl) await loadScript(options.scriptUrl);
    await loadStripe(options.publishableKey);
    return answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : "Failed to load Stripe.js";
    return { ok: false, message, url: answer.url };
  }
}

async function requestSession(body: Record<string, string>): Promise<OpenedCheckout> {
  try {
    const response = await fetch("/api/stripe-create-checkout-session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = v.parse(answerSchema, await response.json());
    return answer.status === "success"
      ? { ok: true, url: answer.data.url }
      : { ok: false, message: answer.message };
  } catch {
    return { ok: false, message: "The payment page could not be opened. Please try again." };
  }
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Failed to load Stripe.js"));
    document.head.appendChild(script);
  });
}
