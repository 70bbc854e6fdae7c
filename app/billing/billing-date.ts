/** A date of billing, written out once, on the server, so that every browser shows the same day. */
export interface BillingDate {
  /** For machines: the `datetime` of a `<time>`. */
  readonly iso: string;
  /** For people, within a sentence: "December 4", and "January 4, 2027" in another year than this one. */
  readonly day: string;
}

/** Stripe counts billing periods in UTC, so that is the day. */
const thisYear = new Intl.DateTimeFormat("en-US", {
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});
const otherYear = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** Writes out `moment` for somebody who reads it `now`; null for none. */
export function billingDate(
  moment: Date | null | undefined,
  now: Date = new Date(),
): BillingDate | null {
  if (!moment) return null;
  const isThisYear = moment.getUTCFullYear() === now.getUTCFullYear();
  return {
    iso: moment.toISOString(),
    day: (isThisYear ? thisYear : otherYear).format(moment),
  };
}

/** From epoch seconds, as Stripe writes moments; null for none. */
export function dateFromSeconds(seconds: number | null | undefined): Date | null {
  return seconds ? new Date(seconds * 1000) : null;
}

const DAY_MS = 24 * 60 * 60_000;

/** How many days are left until `end`, the one that has begun included; 0 once it is over. */
export function daysUntil(end: Date, now: Date = new Date()): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS));
}
