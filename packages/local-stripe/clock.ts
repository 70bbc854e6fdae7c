/** The simulated clock: system time plus an offset. Unix seconds. */

export const DAY = 86_400;

export class Clock {
  #offset: number;
  #frozenAt: number | null = null;
  #datesEventsNow = false;

  constructor(offset = 0) {
    this.#offset = offset;
  }

  /** Seconds ahead of system time. */
  get offset(): number {
    return this.#offset;
  }

  now(): number {
    return this.#frozenAt ?? this.#present();
  }

  #present(): number {
    return Math.floor(Date.now() / 1000) + this.#offset;
  }

  /** The date of an event that occurs now. */
  eventTime(): number {
    return this.#datesEventsNow ? this.#present() : this.now();
  }

  advance(seconds: number): void {
    this.#offset += seconds;
  }

  /** Runs `action` with the clock frozen at `moment`, so overdue work is dated when it was due. */
  runAt(moment: number, action: () => void): void {
    this.#frozenAt = moment;
    try {
      action();
    } finally {
      this.#frozenAt = null;
    }
  }

  /** Runs `action` with its events dated now, even those of work in `runAt`. */
  dateEventsNow(action: () => void): void {
    this.#datesEventsNow = true;
    try {
      action();
    } finally {
      this.#datesEventsNow = false;
    }
  }
}

/**
 * `moment` plus `count` months or years, in UTC, on the same day or the last day of a shorter month
 * (Stripe: billing cycle anchor).
 */
export function addPeriods(moment: number, interval: "month" | "year", count: number): number {
  const start = new Date(moment * 1000);
  const months = interval === "year" ? count * 12 : count;
  const target = new Date(start);
  target.setUTCDate(1);
  target.setUTCMonth(target.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
  ).getUTCDate();
  target.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return Math.floor(target.getTime() / 1000);
}

/** The first renewal after `moment` of a subscription anchored at `anchor`. */
export function nextPeriodEnd(anchor: number, interval: "month" | "year", moment: number): number {
  let count = 1;
  while (addPeriods(anchor, interval, count) <= moment) count += 1;
  return addPeriods(anchor, interval, count);
}
