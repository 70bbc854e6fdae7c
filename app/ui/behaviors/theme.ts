/**
 * The visitor's choice of light or dark. Stored only where it differs from the system, so that whoever
 * switches back follows the system again.
 */
import { readStored, writeStored } from "../local-store";

export type Theme = "light" | "dark";

const STORAGE_KEY = "theme";

/** The stored choice; undefined when there is none or storage is closed to this page. */
export function readStoredTheme(): Theme | undefined {
  const stored = readStored(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : undefined;
}

/** What the page shows right now. */
export function getEffectiveTheme(): Theme {
  return readStoredTheme() ?? getSystemTheme();
}

/** Puts the choice on the document and the browser's own bars; without one both follow the system. */
export function applyTheme(choice: Theme | undefined): void {
  const root = document.documentElement;
  if (choice) root.dataset.theme = choice;
  else delete root.dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]")) {
    const { scheme } = meta.dataset;
    const chosen = choice === scheme ? "all" : "not all";
    meta.media = choice ? chosen : `(prefers-color-scheme: ${scheme})`;
  }
}

/** Shows the other theme from now on. */
export function toggleTheme(): void {
  const next: Theme = getEffectiveTheme() === "dark" ? "light" : "dark";
  const choice = next === getSystemTheme() ? undefined : next;
  writeStored(STORAGE_KEY, choice ?? null);
  applyTheme(choice);
}

function getSystemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
