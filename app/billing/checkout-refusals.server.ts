import type { CheckoutRefusal } from "./checkout.server";

/** How each refusal of a checkout is answered: to programs by status and code, to people by message. */
export const CHECKOUT_REFUSALS: Readonly<
  Record<
    CheckoutRefusal,
    { readonly status: number; readonly code: string; readonly message: string }
  >
> = {
  "already-subscribed": {
    status: 409,
    code: "billing/already-subscribed",
    message: "You already have a subscription. Change it under Settings, Billing.",
  },
  "in-progress": {
    status: 409,
    code: "billing/in-progress",
    message: "A checkout is being opened already. Please try again in a moment.",
  },
  closing: {
    status: 409,
    code: "billing/closing",
    message: "This account is being deleted, so nothing can be bought with it.",
  },
  "unknown-user": {
    status: 401,
    code: "auth/invalid-user-token",
    message: "Please sign in again",
  },
  unavailable: {
    status: 502,
    code: "billing/unavailable",
    message:
      "The payment service does not answer right now. Nothing was charged; please try again in a moment.",
  },
};
