/** Runs in the head: applies the stored theme before first paint, and reports errors of all later scripts. */
import { listenForErrors } from "./report-errors";
import { applyTheme, readStoredTheme } from "./theme";

listenForErrors();
applyTheme(readStoredTheme());
