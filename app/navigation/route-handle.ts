/** What a route's `handle` export may ask of the document around it. */
export interface RouteHandle {
  /** Ships React to the browser; every other page is HTML and CSS only. */
  readonly hydrate?: true;
  /** Lets the page talk to the payment service. */
  readonly payment?: true;
  /** Lets the page show the challenge widget. */
  readonly challenge?: true;
}

/** True when one of the matched routes' handles asks for `wish`. */
export function hasHandle(handles: readonly unknown[], wish: keyof RouteHandle): boolean {
  return handles.some((handle) => typeof handle === "object" && handle !== null && wish in handle);
}
