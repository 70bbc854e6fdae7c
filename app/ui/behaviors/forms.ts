import type { Register } from "react-router";
import { keepForm, restoreForm } from "../kept/kept-form";
import { dropKeptText, expireKeptText } from "../kept/kept-text";

const OFFLINE_NOTICE = `<div class="toast-region" data-offline><p role="alert" class="toast text-danger">You’re offline.</p></div>`;
const hideOffline = () => document.querySelector("[data-offline]")?.remove();

/** Forms after which this browser has no account. */
const LEAVING_PATHS: readonly (keyof Register["pages"])[] = ["/auth/signout", "/account/delete"];

/** The form that is sent although the browser says that it is offline. */
let reachingForm: HTMLFormElement | null = null;

/**
 * Forms on pages without React: sends nothing without a connection, prevents double submits, keeps what is
 * typed, and focuses the result on the page that the browser loads in response. On any page, signing out
 * or deleting the account deletes kept text.
 */
export function listenForFormSubmits(): void {
  document.addEventListener("input", ({ target }) => keepForm(target));
  document.addEventListener("submit", (event) => {
    const { submitter, target } = event;
    const form = target instanceof HTMLFormElement ? target : null;
    if (LEAVING_PATHS.some((path) => form && new URL(form.action).pathname === path))
      dropKeptText();
    if (event.defaultPrevented || isHydrated()) return;
    keepForm(form);
    if (form?.method === "post" && !navigator.onLine && form !== reachingForm) {
      event.preventDefault();
      void sendIfReachable(form, submitter);
      return;
    }
    if (!(submitter instanceof HTMLButtonElement)) return;
    if (submitter.ariaBusy) event.preventDefault();
    else markPending(submitter, "true");
  });

  addEventListener("online", hideOffline);

  // The back/forward cache restores the page with a busy button.
  addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll<HTMLButtonElement>("button[aria-busy]")) {
      if (!isHydrated()) markPending(button, null);
    }
  });

  expireKeptText();
  if (isHydrated()) return;
  restoreForm();
  focusResult();
}

/** Browsers say that they are offline behind some VPNs, and where their own check is blocked. */
async function sendIfReachable(form: HTMLFormElement, submitter: HTMLElement | null) {
  const probe = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(5_000) } as const;
  const isReachable = await fetch("/healthz", probe).then(
    () => true,
    () => false,
  );
  if (!isReachable) return showOffline();
  reachingForm = form;
  form.requestSubmit(submitter);
  reachingForm = null;
}

/** Says that the site can't be reached, until the browser is online again. */
export function showOffline(): void {
  // Inserted again each time, because only a new alert is announced.
  hideOffline();
  document.body.insertAdjacentHTML("beforeend", OFFLINE_NOTICE);
}

/** Not `disabled`, which would remove the focus. */
function markPending(button: HTMLButtonElement, isPending: "true" | null): void {
  button.ariaDisabled = isPending;
  button.ariaBusy = isPending;
}

/** Focuses the first invalid field, or else the alert. */
function focusResult(): void {
  const target =
    document.querySelector<HTMLElement>('main [aria-invalid="true"]') ??
    document.querySelector<HTMLElement>("main [data-alert]");
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}

function isHydrated(): boolean {
  return document.documentElement.dataset.hydrated === "true";
}
