/** The checkout page, and the plan a guest has chosen on the way to it. */
import { TRIAL_DAYS } from "../plans";

export const purchasePage = {
  title: "Checkout",
  heading: (plan: string) => `${plan} plan: checkout`,
  opening: "Opening the payment page",
  submit: "Continue to payment",
  back: "Back to plans",
} as const;

export const purchaseErrors = {
  unknownPlan: (id: string) => `There is no plan called ${id}`,
  notOnSale: (plan: string) => `The ${plan} plan isn’t available yet`,
  seePlans: "See the plans",
  or: "or",
  contact: "contact us",
} as const;

/** When the first payment is due; `price` is "$250", `monthly` is "$250 a month". */
export const trialTerms = {
  first: (monthly: string) => `The first ${TRIAL_DAYS} days are free, then it’s ${monthly}.`,
  used: (price: string) =>
    `You’ve already used your free trial, so your first month (${price}) is charged today.`,
} as const;

export const chosenPlan = {
  before: "You chose the",
  plan: (name: string) => `${name} plan`,
  /** A trial is free until `date`, with a card. */
  afterSignUp: (date: string) =>
    `After you confirm your email, you’ll add a card; you pay nothing until ${date}.`,
  afterSignUpWithoutCard: "After you confirm your email, you’ll continue to checkout.",
  afterSignIn: "Sign in to continue to payment.",
} as const;

export const stripeJsErrors = {
  notLoaded: "Failed to load Stripe.js",
  unavailable: "Stripe.js not available",
} as const;
