/**
 * Text that may not have arrived, kept in the tab for an hour: a form of a page without React until it is
 * sent (kept-form.ts), the forms of a list until they are answered (unanswered.ts), and the draft of an ended
 * session (draft.ts). Deleted on signing out, and with the account.
 */
import { tabStore } from "../browser-features";

const KEYS = ["kept-form", "unanswered", "draft"] as const;
type Key = (typeof KEYS)[number];

const MAX_AGE_MS = 3_600_000;

/** Keeps `text` under `key`; null deletes it. */
export function keepText(key: Key, text: string | null): void {
  tabStore.write(key, text && `${Date.now()} ${text}`);
}

/** The text kept under `key`; null without one, or after an hour, which deletes it. */
export function readKeptText(key: Key): string | null {
  const [, keptAt, text = null] = /^(\d+) (.*)$/s.exec(tabStore.read(key) ?? "") ?? [];
  if (Date.now() - Number(keptAt) < MAX_AGE_MS) return text;
  keepText(key, null);
  return null;
}

/** Deletes all kept text. */
export function dropKeptText(): void {
  for (const key of KEYS) keepText(key, null);
}

/** Deletes what is older than an hour. */
export function expireKeptText(): void {
  for (const key of KEYS) readKeptText(key);
}
