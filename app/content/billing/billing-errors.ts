/** Error messages of checkout, the billing portal, and the cancellation before an account is deleted. */

export const billingErrors = {
  portalUnavailable:
    "We couldn’t open the billing portal. Your plan is not affected. Please try again in a moment.",
  speculative: "The billing portal opens when you follow the link.",
  noCustomer: "You don’t have a subscription to manage yet.",
} as const;

/** By the name in the error code, without "billing/". */
export const checkoutErrors = {
  "already-subscribed":
    "You already have a subscription. To change it, go to Settings, then Billing.",
  "in-progress": "An earlier checkout may still be opening. Please try again in a minute.",
  closing:
    "You asked us to delete this account, so it can’t start a subscription. If you changed your mind, try again in ten minutes.",
  "unknown-customer":
    "Our payment provider can’t find your billing account, and we didn’t create a second one. Please contact us.",
  "not-sold":
    "This plan isn’t available right now. Nothing was charged. Please choose another plan or contact us.",
  rejected:
    "Our payment provider declined to open a payment page. Nothing was charged. Please contact us if it happens again.",
  "no-response":
    "Our payment provider didn’t respond, so we can’t tell whether a payment page was created. You are only charged if you pay there. If you did, your plan appears on your dashboard. Otherwise, please try again in a moment.",
  unavailable:
    "We couldn’t open the payment page. Nothing was charged. Please try again in a moment.",
} as const;

export const cancellationErrors = {
  database:
    "We couldn’t delete your account because of a problem with our database. Your subscription may be canceled already. Please try again in a moment.",
  "payment-provider":
    "We couldn’t close your billing with our payment provider, so your account was not deleted. Your subscription may be canceled already. Please try again in a moment.",
  "in-progress":
    "Another request is still changing your billing, so we couldn’t delete your account. Please try again in a moment.",
} as const;
