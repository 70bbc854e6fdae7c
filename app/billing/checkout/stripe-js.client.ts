/**
 * Loads Stripe.js for its fraud signals. Checkout is hosted by Stripe, so a purchase does not wait for it.
 */
import { loadStripe } from "@stripe/stripe-js/pure";

export const STRIPE_JS_UNAVAILABLE = "Stripe.js not available";

/**
 * Loads Stripe's own script, unless `scriptUrl` is that of the local Stripe. Throws 'Failed to load
 * Stripe.js' or 'Stripe.js not available', the messages of Stripe's own loader.
 */
export async function loadStripeJs(publishableKey: string, scriptUrl?: string): Promise<void> {
  if (scriptUrl) {
    await addScript(scriptUrl);
    if (!("Stripe" in window)) throw new Error(STRIPE_JS_UNAVAILABLE);
  }
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error(STRIPE_JS_UNAVAILABLE);
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Failed to load Stripe.js"));
    document.head.appendChild(script);
  });
}
