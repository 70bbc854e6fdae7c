/** A route's `handle` export: what it needs from the document. */
export interface RouteHandle {
  /** HTML and CSS without React in the browser: state, effects and event handlers never run. */
  readonly plain?: true;
  /** Rendered for each visitor, although the page is public. */
  readonly uncached?: true;
  /**
   * In the account area, but not every account may open it: others get a 403 or a 404, which the tests
   * expect.
   */
  readonly restricted?: true;
  /** Allows Stripe’s origins in the content security policy. */
  readonly payment?: true;
  /** Allows Turnstile's origin in the content security policy. */
  readonly turnstile?: true;
}

/** True if one of the matched routes' handles has `key`. */
export function hasHandle(handles: readonly unknown[], key: keyof RouteHandle): boolean {
  return handles.some((handle) => typeof handle === "object" && handle !== null && key in handle);
}
