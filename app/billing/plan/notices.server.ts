/** Notices above the settings after a return from Stripe, and after "Keep" of a plan. */
import { unknownOutcome } from "~/http/app-error";
import type { DatedText } from "~/ui/time/dated-text";

export interface Notice {
  readonly type: "success" | "error";
  readonly text: DatedText;
}

const failure = (text: string): Notice => ({ type: "error", text: [text] });

/** Shown when Stripe could not be read. */
export const RETURN_UNKNOWN = failure(unknownOutcome("billing/no-response").message);
/** Shown when the plan has ended, or Stripe rejected that it is kept. */
export const KEEP_FAILED = failure("We couldn’t keep this plan. Your plan is as shown below.");
/** Shown when the plan could not be read, before anything was changed at Stripe. */
export const KEEP_UNREAD = failure(
  "We couldn’t read your plan, so nothing was changed. Please try again.",
);
/** Shown when Stripe has a new card, which the plan's card names. */
export const CARD_UPDATED: Notice = { type: "success", text: ["Your card is updated."] };
