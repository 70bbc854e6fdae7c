/** The plan section of the general settings, and the page shown instead of the billing portal. */
import { type DatedText, datedText, type Moment } from "~/content/dated-text";

export const planSection = {
  heading: "Plan",
} as const;

export const billingDetailLabels = {
  trial: "Trial",
  daysLeft: (days: number) => (days === 1 ? "1 day left" : `${days} days left`),
  amountDue: "Amount due",
  nextPayment: "Next payment",
  card: "Card",
  addCard: "Add a card",
  updateCard: "Update",
  updateCardLabel: "Update your card",
  noCard: "None on file",
  invoices: "Invoices",
  loading: "Loading billing details",
  pending: "…",
  showDetails: "Show next payment, card, and invoices",
  retry: "Try again",
} as const;

export const invoiceList = {
  empty: "None yet",
  pay: "Pay",
  view: "View",
  pdf: "PDF",
  label: (action: string, date: string, amount: string) =>
    `${action} invoice: ${date}, ${amount} (opens in a new tab)`,
} as const;

/** The values of the billing details, formatted on the server. */
export const billingDetailText = {
  nextPayment: (amount: string, date: Moment): DatedText => datedText`${amount} on ${date}`,
  cardNumber: (brand: string, lastDigits: string) => `${brand} ending in ${lastDigits}`,
  /** `interval` is Stripe's: "month", "year", …. */
  recurringPrice: (amount: string, interval: string, count: number) =>
    count === 1 ? `${amount} a ${interval}` : `${amount} every ${count} ${interval}s`,
} as const;

export const invoiceStatuses: Readonly<Record<string, string>> = {
  paid: "Paid",
  open: "Due",
  uncollectible: "Not paid",
  void: "Void",
};

export const billingDetailsErrors = {
  unavailable:
    "We can’t show your next payment, card, and invoices right now. Your plan is not affected. A change you just made may take a few minutes to show.",
  rateLimited: "You’ve refreshed this too often. Please try again in a minute.",
} as const;

/** Shown instead of the billing portal when it can't be opened. */
export const portalPage = {
  title: "Billing settings",
  heading: "Billing",
  retry: "Try again",
} as const;
