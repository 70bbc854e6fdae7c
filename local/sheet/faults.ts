/** What can happen to a request that appends a row, on order. */
import * as v from "valibot";

export const Outcome = v.variant("kind", [
  /** An error of the service; nothing is stored. */
  v.strictObject({ kind: v.literal("500") }),
  /** Too many requests; nothing is stored. `retryAfter` in seconds. */
  v.strictObject({
    kind: v.literal("429"),
    retryAfter: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  }),
  /** Waits so many milliseconds, then goes on as usual. */
  v.strictObject({ kind: v.literal("hang"), ms: v.pipe(v.number(), v.minValue(0)) }),
  /** Closes the connection; nothing is stored. */
  v.strictObject({ kind: v.literal("close") }),
  /** Stores the row and answers 200 with JSON that cannot be read. */
  v.strictObject({ kind: v.literal("broken") }),
  /** Stores the row and closes the connection without an answer. */
  v.strictObject({ kind: v.literal("accept-then-close") }),
]);

export type Outcome = v.InferOutput<typeof Outcome>;
export type FaultInput = v.InferInput<typeof Outcome>;

/** `next` are used up one by one; `always` counts when none is left; null is business as usual. */
export class FaultQueue {
  next: Outcome[] = [];
  always: Outcome | null = null;

  take(): Outcome | null {
    return this.next.shift() ?? this.always;
  }

  reset(): void {
    this.next = [];
    this.always = null;
  }
}
