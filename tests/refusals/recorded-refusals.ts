/**
 * What the real services refuse or answer, and no published schema or type says. A stand-in gives each answer, and
 * the test of its service in this folder sends each call. Add a row, with its source, for what you learn.
 */

/** A call to a real service and its answer. */
export interface RecordedRefusal {
  /** The call, with the part that matters. */
  readonly call: string;
  /** Status and code, or what happens instead of an error. */
  readonly answer: string;
  /** Documentation, changelog, source or public report: addresses or `owner/name#number`. */
  readonly source: string;
  /** When the source was read or the call was made, e.g. "2026-11". */
  readonly seen: string;
}

export const SUPABASE_REFUSALS = {} as const satisfies Record<string, RecordedRefusal>;

export const STRIPE_REFUSALS = {
  serverErrorKept: {
    call: "a request whose idempotency key got a 5xx",
    answer: "that 5xx again, for at least 24 hours",
    source: "docs.stripe.com/api/idempotent_requests",
    seen: "2026-11",
  },
  scheduledCancellation: {
    call: "update of a subscription with a schedule: `cancel_at`, `cancel_at_period_end`, `items`",
    answer: "400 until the schedule is released",
    source:
      "dust-tt/dust#32051, Nine-Minds/alga-psa#1802, invertase/stripe-firebase-extensions#158",
    seen: "2026-11",
  },
  scheduledCard: {
    call: "the next phase of a schedule whose default settings or phases have a payment method",
    answer: "the subscription has that one again",
    source: "Stripe's API description, subscription_schedule; reports",
    seen: "2026-11",
  },
  customerEmail: {
    call: "`customers.create` and `update` with an address that other checks accept, e.g. ann@gmail",
    answer: "400 `email_invalid`, param `email`",
    source: "fjordllc/bootcamp#4134, exercism/website#7721, mage2pro/stripe#72",
    seen: "2026-11",
  },
  archivedPrice: {
    call: "`checkout.sessions.create` with an archived price",
    answer: "400, param `line_items[0][price]`",
    source: "strangerstudios/paid-memberships-pro#3717",
    seen: "2026-11",
  },
  archivedProduct: {
    call: "the same with an active price of an archived product",
    answer: "400 without `param`: its product is not active",
    source: "stripe/stripe-node#2131; reports of the message",
    seen: "2026-11",
  },
  noPortal: {
    call: "`billingPortal.sessions.create` before the portal's settings were saved",
    answer: "400 without `param`: no configuration provided",
    source: "usebasejump/basejump#101",
    seen: "2026-11",
  },
  expansionDepth: {
    call: "`expand` of five levels",
    answer: "400: four are the limit",
    source: "docs.stripe.com/expand",
    seen: "2026-11",
  },
} as const satisfies Record<string, RecordedRefusal>;

export const CLOUDFLARE_REFUSALS = {} as const satisfies Record<string, RecordedRefusal>;
