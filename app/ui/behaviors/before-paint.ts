/** Runs in the head: applies the stored theme before first paint, and reports errors of all later scripts. */
import { listenForErrors } from "./report-errors";
import { applyTheme, readStoredTheme } from "./theme";

listenForErrors();
applyTheme(readStoredTheme());

// A skipped view transition rejects `ready`, for example in a hidden tab. That is not an error.
for (const event of ["pageswap", "pagereveal"] as const) {
  addEventListener(event, ({ viewTransition }) => viewTransition?.ready.catch(() => {}));
}
