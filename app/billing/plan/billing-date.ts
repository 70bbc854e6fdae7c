/** Dates of billing. They are formatted later, in the user's time zone. */
import type { Moment } from "~/ui/time/dated-text";

/** `date` as a day within a sentence, with the year unless it is the year of `now`; null for no date. */
export function billingDate(date: Date, now?: Date): Moment;
export function billingDate(date: Date | null | undefined, now?: Date): Moment | null;
export function billingDate(date: Date | null | undefined, now = new Date()): Moment | null {
  if (!date) return null;
  const isThisYear = date.getUTCFullYear() === now.getUTCFullYear();
  return { iso: date.toISOString(), format: isThisYear ? "day-of-this-year" : "day" };
}

/** Converts epoch seconds, Stripe's format; null for no date. */
export function dateFromSeconds(seconds: number): Date;
export function dateFromSeconds(seconds: number | null | undefined): Date | null;
export function dateFromSeconds(seconds: number | null | undefined): Date | null {
  return typeof seconds === "number" ? new Date(seconds * 1000) : null;
}
