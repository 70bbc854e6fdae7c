import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ERROR_CODES } from "~/forms/error-codes";
import { type CheckoutOptions, openCheckout } from "./open-checkout.client";

export interface CheckoutState {
  readonly isOpening: boolean;
  /** Why it could not be opened, or why Stripe.js did not load, which stops nothing. */
  readonly message: string | undefined;
  /** Tries again. */
  readonly open: () => void;
}

const IDLE = { isOpening: false, message: undefined };

/**
 * Opens the payment page by itself, once, as soon as the page runs, unless it already has something to
 * say (`posted`). The page is replaced in the browser's history: going back from the payment leads to
 * where the visitor chose the plan.
 */
export function useCheckout(options: CheckoutOptions, posted: string | undefined): CheckoutState {
  const [state, setState] = useState<Omit<CheckoutState, "open">>({
    isOpening: false,
    message: posted,
  });
  const latest = useRef({ options, navigate: useNavigate() });
  // React runs effects twice in development; the checkout must be opened once all the same.
  const hasStarted = useRef(posted !== undefined);
  const isShown = useRef(false);

  const open = useCallback(async () => {
    setState({ isOpening: true, message: undefined });
    const opened = await openCheckout(latest.current.options, (message) =>
      setState((current) => (current.isOpening ? { isOpening: true, message } : current)),
    );
    if (!isShown.current) return;
    if (opened.ok) window.location.replace(opened.url);
    else if (opened.code === ERROR_CODES.alreadySubscribed) {
      latest.current.navigate("/settings/billing");
    } else setState({ isOpening: false, message: opened.message });
  }, []);

  useEffect(() => {
    isShown.current = true;
    if (!hasStarted.current) {
      hasStarted.current = true;
      open();
    }
    return () => {
      isShown.current = false;
    };
  }, [open]);

  useEffect(() => {
    // A page that the browser kept for its back button would spin for ever.
    const stopSpinning = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setState(IDLE);
    };
    window.addEventListener("pageshow", stopSpinning);
    return () => window.removeEventListener("pageshow", stopSpinning);
  }, []);

  return { ...state, open };
}
