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

export const STRIPE_REFUSALS = {} as const satisfies Record<string, RecordedRefusal>;

export const CLOUDFLARE_REFUSALS = {} as const satisfies Record<string, RecordedRefusal>;
