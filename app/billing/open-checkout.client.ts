/** Runs in the browser: asks the API for a Checkout session, while Stripe.js loads for its fraud signals. */
import { loadStripe } from "@stripe/stripe-js/pure";
import { ApiError, callApi, readField } from "~/api/call-api";
import { ERROR_CODES } from "~/forms/error-codes";

/** Another tab is opening the checkout: ask again this often, this far apart, before saying so. */
const BUSY_RETRIES = 4;
const BUSY_PAUSE_MS = 1_500;
const NOT_OPENED = "The payment page could not be opened.";

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
  /** `code` as the API gave it. */
  | { readonly ok: false; readonly message: string; readonly code?: string };

/** Never throws: every failure is a message for the page. Nothing waits for the script; `onScriptFailure` says why it failed. */
export async function openCheckout(
  options: CheckoutOptions,
  onScriptFailure: (message: string) => void,
): Promise<OpenedCheckout> {
  loadScript(options).catch((error: unknown) => onScriptFailure(messageOf(error)));
  try {
    return { ok: true, url: await requestSession(options) };
  } catch (error) {
    return {
      ok: false,
      message: messageOf(error),
      ...(error instanceof ApiError ? { code: error.code } : {}),
    };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : NOT_OPENED;
}

/** The address of the new session. */
async function requestSession(options: CheckoutOptions): Promise<string> {
  const { priceId, successUrl, cancelUrl } = options;
  const body = { priceId, successUrl, cancelUrl };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const url = readField(await callApi("stripe-create-checkout-session", body), "url");
      if (typeof url === "string") return url;
      throw new Error(NOT_OPENED);
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === ERROR_CODES.checkoutInProgress;
      if (!isBusy || attempt === BUSY_RETRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
    }
  }
}

/** Throws 'Failed to load Stripe.js' or 'Stripe.js not available', as Stripe's own loader words them. */
async function loadScript({ publishableKey, scriptUrl }: CheckoutOptions): Promise<void> {
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
