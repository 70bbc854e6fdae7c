/** Stripe.js, for its fraud signals. Checkout is Stripe's own page, so a purchase never waits for it. */
import { loadStripe } from "@stripe/stripe-js/pure";

export interface StripeJsOptions {
  readonly publishableKey: string;
  /** Where the local stand-in for Stripe.js is; undefined loads Stripe's own. */
  readonly scriptUrl: string | undefined;
}

/** Throws 'Failed to load Stripe.js' or 'Stripe.js not available', as Stripe's own loader words them. */
export async function loadStripeJs({ publishableKey, scriptUrl }: StripeJsOptions): Promise<void> {
  if (scriptUrl) {
    await addScript(scriptUrl);
    if (!("Stripe" in window)) throw new Error("Stripe.js not available");
  }
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe.js not available");
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
