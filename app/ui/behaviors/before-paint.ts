/** Runs in the head, before the first paint: the chosen theme must not flash in late, and no script may break unseen. */
import { listenForErrors } from "./report-errors";
import { applyTheme, readStoredTheme } from "./theme";

listenForErrors();
applyTheme(readStoredTheme());

// A view transition between pages rejects when it is skipped, for example in a hidden tab: not an error.
for (const event of ["pageswap", "pagereveal"] as const) {
  addEventListener(event, ({ viewTransition }) => viewTransition?.ready.catch(() => {}));
}
