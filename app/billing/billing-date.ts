/** Dates of billing, within a sentence: which day it is depends on where the reader is. */
import type { Moment } from "~/ui/time/dated-text";

/**
 * The day of `date` for somebody who reads it `now`, with the year where that is another one ("January 4, 2027");
 * null for none.
 */
export function billingDate(date: Date, now?: Date): Moment;
export function billingDate(date: Date | null | undefined, now?: Date): Moment | null;
export function billingDate(date: Date | null | undefined, now = new Date()): Moment | null {
  if (!date) return null;
  const isThisYear = date.getUTCFullYear() === now.getUTCFullYear();
  return { iso: date.toISOString(), format: isThisYear ? "day-of-this-year" : "day" };
}

/** From epoch seconds, as Stripe writes moments; null for none. */
export function dateFromSeconds(seconds: number): Date;
export function dateFromSeconds(seconds: number | null | undefined): Date | null;
export function dateFromSeconds(seconds: number | null | undefined): Date | null {
  return typeof seconds === "number" ? new Date(seconds * 1000) : null;
}

const DAY_MS = 24 * 60 * 60_000;

/** How many days are left until `end`, the one that has begun included; 0 once it is over. */
export function daysUntil(end: Date, now: Date = new Date()): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS));
}
