/** Copy of shared UI components. */

export const LOADING = "Loading";
export const CLOSE = "Close";
export const OFFLINE = "You are offline.";
/** Accessible name of a toast. */
export const NOTIFICATION = "Notification";
