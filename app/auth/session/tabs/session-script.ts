/**
 * Inline on every page: reloads after a sign-in or sign-out in another tab, and redirects tokens in a hash to
 * their page.
 */
import type { Register } from "react-router";
import { localStore, openTabChannel } from "~/ui/browser-features";
import { findUnsavedFields } from "~/ui/unsaved-input";
import {
  AUTH_CHANNEL,
  type AuthMessage,
  getSessionEvent,
  getSessionUserId,
  LAST_PROVIDER_KEY,
  SESSION_KEY,
} from "./session-sync";

const LINK_PAGE: keyof Register["pages"] = "/auth/link";
const AUTH_HASH =
  /^#(.*&)?(access_token|refresh_token|expires_in|token_type|error_description|error_code|message)=/;

// This script listens, because a provider's link can be clicked before the page is hydrated.
document.addEventListener("click", ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLElement>("a[data-provider]");
  if (link) localStore.write(LAST_PROVIDER_KEY, link.dataset.provider ?? null);
});

if (document.prerendering) {
  document.addEventListener("prerenderingchange", activate, { once: true });
} else {
  start();
}

/** A prerendered page is shown: it reloads if the session has changed since it was rendered. */
function activate(): void {
  if (readLatestSession() === readPageSession()) start();
  else location.reload();
}

function start(): void {
  if (AUTH_HASH.test(location.hash) && location.pathname !== LINK_PAGE) {
    location.replace(LINK_PAGE + location.hash);
  } else {
    syncTabs();
  }
}

function readPageSession(): string {
  return document.documentElement.dataset.session ?? "";
}

/**
 * The session that any tab saw last; "" for a guest and for a browser that has stored nothing, so a first
 * visit writes nothing.
 */
function readLatestSession(): string {
  return localStore.read(SESSION_KEY) ?? "";
}

function syncTabs(): void {
  const channel = openTabChannel(AUTH_CHANNEL);

  const announceChange = () => {
    const before = readLatestSession();
    const session = readPageSession();
    if (before === session) return;
    localStore.write(SESSION_KEY, session);
    const { pathname: path, search } = location;
    const next = new URLSearchParams(search).get("next");
    const message: AuthMessage = {
      type: getSessionEvent({ before, now: session, path, next }),
      session,
    };
    channel?.postMessage(message);
  };
  const reloadIfChanged = (session: string) => {
    const isSameAccount =
      readPageSession() === "" || getSessionUserId(session) === getSessionUserId(readPageSession());
    // Unsaved input delays a reload, except after signing out or switching accounts.
    const canWait = session !== "" && isSameAccount && findUnsavedFields().length > 0;
    if (session !== readPageSession() && !canWait) location.reload();
  };

  announceChange();
  // React updates the attribute on client navigations.
  new MutationObserver(announceChange).observe(document.documentElement, {
    attributeFilter: ["data-session"],
  });
  channel?.addEventListener("message", ({ data }: MessageEvent<AuthMessage>) => {
    if ("session" in data) reloadIfChanged(data.session);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) reloadIfChanged(readLatestSession());
  });
}
