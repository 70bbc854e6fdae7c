import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { ERROR_CODES } from "~/forms/error-codes";
import type { FormResult } from "~/forms/form-result";
import { ReauthenticationDialog } from "./reauthentication-dialog";

/** True when the server wants a new sign-in before it does what was asked. */
export function isRecentLoginError(result: FormResult | undefined): boolean {
  return result?.status === "error" && result.code === ERROR_CODES.requiresRecentLogin;
}

export interface SensitiveFetcher {
  readonly fetcher: ReturnType<typeof useFetcher<FormResult>>;
  /** The result to show. A request to sign in again is among them only when its dialog was turned down. */
  readonly result: FormResult | undefined;
  /** Put it anywhere in the page. */
  readonly dialog: ReactNode;
}

/**
 * A fetcher for changes that want a recent sign-in: when the server asks for one, a dialog does, and the
 * same submission is sent again afterwards, with what was typed.
 */
export function useSensitiveFetcher(providers: readonly string[]): SensitiveFetcher {
  const fetcher = useFetcher<FormResult>();
  const { submit, data, state } = fetcher;
  const submitted = useRef<FormData>(undefined);
  if (fetcher.formData) submitted.current = fetcher.formData;
  const restoreFocus = useRestoreFocus(state !== "idle");

  const [asked, setAsked] = useState<FormResult>();
  const [dialog, setDialog] = useState<"open" | "closing" | "closed">("closed");
  const isRefused = isRecentLoginError(data);
  if (isRefused && data !== asked) {
    setAsked(data);
    setDialog("open");
  }
  const retry = useCallback(() => {
    setDialog("closing");
    if (submitted.current) submit(submitted.current, { method: "post" });
  }, [submit]);
  const close = () => {
    setDialog("closed");
    restoreFocus();
  };

  const isBeingAsked = isRefused && (dialog !== "closed" || state !== "idle");
  return {
    fetcher,
    result: isBeingAsked ? undefined : data,
    dialog:
      dialog === "closed" ? null : (
        <ReauthenticationDialog
          isOpen={dialog === "open"}
          providers={providers}
          onDone={retry}
          onClose={close}
        />
      ),
  };
}

/** Focuses what had the focus in the page when `isPending` began: a button that is disabled loses it. */
function useRestoreFocus(isPending: boolean): () => void {
  const before = useRef<Element>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isPending && !activeElement?.closest("dialog")) before.current = activeElement;
  }, [isPending]);
  return () => {
    if (before.current instanceof HTMLElement) before.current.focus();
  };
}
