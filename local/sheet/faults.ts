/** Faults to inject into requests that append a row. */
import * as v from "valibot";

export const Fault = v.variant("kind", [
  /** Responds 500; stores nothing. */
  v.strictObject({ kind: v.literal("500") }),
  /** Responds 429; stores nothing. `retryAfter` in seconds. */
  v.strictObject({
    kind: v.literal("429"),
    retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  }),
  /** Waits `ms` milliseconds, then continues normally. */
  v.strictObject({ kind: v.literal("hang"), ms: v.pipe(v.number(), v.minValue(0)) }),
  /** Closes the connection; stores nothing. */
  v.strictObject({ kind: v.literal("close") }),
  /** Stores the row and responds 200 with truncated JSON. */
  v.strictObject({ kind: v.literal("broken") }),
  /** Stores the row and closes the connection without a response. */
  v.strictObject({ kind: v.literal("accept-then-close") }),
]);

export type Fault = v.InferOutput<typeof Fault>;
export type FaultInput = v.InferInput<typeof Fault>;

/** Takes from `next` first, then `always`; null means no fault. */
export class FaultQueue {
  next: Fault[] = [];
  always: Fault | null = null;

  take(): Fault | null {
    return this.next.shift() ?? this.always;
  }

  reset(): void {
    this.next = [];
    this.always = null;
  }
}
