/**
 * Light or dark theme. Stored only if it differs from the system's, so that toggling back follows the system
 * again.
 */
import { localStore } from "../browser-features";

type Theme = "light" | "dark";

const STORAGE_KEY = "theme";

/** The stored theme; undefined without one or without storage access. */
export function readStoredTheme(): Theme | undefined {
  const stored = localStore.read(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : undefined;
}

/** Applies a theme to the document and the browser UI; undefined follows the system. */
export function applyTheme(theme: Theme | undefined): void {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-scheme]")) {
    const { scheme } = meta.dataset;
    const media = theme === scheme ? "all" : "not all";
    meta.media = theme ? media : `(prefers-color-scheme: ${scheme})`;
  }
}

/** Switches to the other theme and stores it. */
export function toggleTheme(): void {
  const next: Theme = (readStoredTheme() ?? getSystemTheme()) === "dark" ? "light" : "dark";
  const stored = next === getSystemTheme() ? undefined : next;
  localStore.write(STORAGE_KEY, stored ?? null);
  applyTheme(stored);
}

function getSystemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
