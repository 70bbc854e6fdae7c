/**
 * Runs on every page, with or without React, as an inline script. It keeps tabs in step: a page whose
 * sign-in state differs from what another tab has just seen loads itself anew. And it hands tokens that
 * arrive in a URL hash to the page that can use them.
 */
import { readStored, writeStored } from "~/ui/local-store";
import {
  AUTH_CHANNEL,
  type AuthMessage,
  getSessionEvent,
  getSessionUserId,
  SESSION_KEY,
} from "./session-sync";

const LINK_PAGE = "/auth/link";
const AUTH_HASH =
  /^#(.*&)?(access_token|refresh_token|expires_in|token_type|error_description|error_code|message)=/;

if (AUTH_HASH.test(location.hash) && location.pathname !== LINK_PAGE) {
  location.replace(LINK_PAGE + location.hash);
} else {
  syncTabs();
}

function syncTabs(): void {
  const root = document.documentElement;
  const mine = () => root.dataset.session ?? "";
  const channel = new BroadcastChannel(AUTH_CHANNEL);

  const announce = () => {
    const before = readStored(SESSION_KEY);
    const session = mine();
    if (before === session) return;
    writeStored(SESSION_KEY, session);
    const { pathname: path, search } = location;
    const next = new URLSearchParams(search).get("next");
    const message: AuthMessage = {
      type: getSessionEvent({ before, now: session, path, next }),
      session,
    };
    channel.postMessage(message);
  };
  const follow = (session: string) => {
    const isSameAccount = mine() === "" || getSessionUserId(session) === getSessionUserId(mine());
    const mayWait = session !== "" && isSameAccount && hasUnsavedInput();
    if (session !== mine() && !mayWait) location.reload();
  };

  announce();
  // React changes the attribute on navigations that load no document.
  new MutationObserver(announce).observe(root, { attributeFilter: ["data-session"] });
  channel.onmessage = ({ data }: MessageEvent<AuthMessage>) => {
    if ("session" in data) follow(data.session);
  };
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) follow(readStored(SESSION_KEY) ?? "");
  });
}

/** A half-written message is worth more than an up-to-date menu. Signing out and changing accounts are not put off. */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "main input:not([type=hidden]), main textarea",
  );
  return Array.from(fields).some((field) => field.value !== field.defaultValue);
}
