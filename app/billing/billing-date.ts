/** A date of billing, written out once, on the server, so that every browser shows the same day. */
export interface BillingDate {
  /** For machines: the `datetime` of a `<time>`. */
  readonly iso: string;
  /** For people, e.g. "December 4, 2026 (UTC)". */
  readonly text: string;
}

const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Writes out `moment`. Stripe counts billing periods in UTC, so that is the day, and it says so. */
export function billingDate(moment: Date | null | undefined): BillingDate | null {
  return moment ? { iso: moment.toISOString(), text: `${format.format(moment)} (UTC)` } : null;
}
