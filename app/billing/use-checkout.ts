import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { ERROR_CODES } from "~/forms/error-codes";
import { type CheckoutOptions, type OpenedCheckout, openCheckout } from "./open-checkout.client";

export interface CheckoutState {
  readonly isOpening: boolean;
  readonly failure: Extract<OpenedCheckout, { ok: false }> | undefined;
  /** Tries again. */
  readonly open: () => void;
}

const IDLE = { isOpening: false, failure: undefined };

/**
 * Opens the payment page by itself, once, as soon as the page runs, unless it already has something to
 * say (`isAnswer`). The page is replaced in the browser's history: going back from the payment leads to
 * where the visitor chose the plan.
 */
export function useCheckout(options: CheckoutOptions, isAnswer: boolean): CheckoutState {
  const [state, setState] = useState<Omit<CheckoutState, "open">>(IDLE);
  const latest = useRef({ options, navigate: useNavigate() });
  // React runs effects twice in development; the checkout must be opened once all the same.
  const hasStarted = useRef(isAnswer);
  const isShown = useRef(false);

  const open = useCallback(async () => {
    setState({ isOpening: true, failure: undefined });
    const opened = await openCheckout(latest.current.options);
    if (!isShown.current) return;
    if (opened.ok) window.location.replace(opened.url);
    else if (opened.code === ERROR_CODES.alreadySubscribed) {
      latest.current.navigate("/settings/billing");
    } else setState({ isOpening: false, failure: opened });
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
