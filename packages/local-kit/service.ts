/** One running part of the local cloud. */
export interface Service {
  /** Shown in the start-up table, e.g. "Stripe". */
  readonly name: string;
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Stops it and frees its port. Safe to call once. */
  close(): Promise<void>;
}
