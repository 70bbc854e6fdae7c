import {
  type ComponentType,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useFetcher } from "react-router";
import type { FormError, FormResult } from "~/forms/form-result";
import { ERROR_CODES } from "~/http/app-error";
import type { ReauthenticationDialogProps } from "./reauthentication-dialog";

/** True if the change requires a recent sign-in. */
export function isRecentLoginError(result: FormResult | undefined): result is FormError {
  return result?.status === "error" && result.code === ERROR_CODES.requiresRecentLogin;
}

export type ReauthenticationFetcher = ReturnType<typeof useReauthenticationFetcher>;

/**
 * A fetcher for changes that require a recent sign-in: opens a dialog for it, then resubmits. `initial`: a
 * result without scripts.
 */
export function useReauthenticationFetcher(providers: readonly string[], initial?: FormResult) {
  const fetcher = useFetcher<FormResult>();
  const { submit, data, state } = fetcher;
  const submitted = useRef<FormData>(undefined);
  useEffect(() => {
    if (fetcher.formData) submitted.current = fetcher.formData;
  }, [fetcher.formData]);
  const restoreFocus = useRestoreFocus(state !== "idle");

  const [promptedFor, setPromptedFor] = useState<FormError>();
  const [dialog, setDialog] = useState<"open" | "closing" | "closed">("closed");
  const needsLogin = isRecentLoginError(data);
  if (needsLogin && data !== promptedFor) {
    setPromptedFor(data);
    setDialog("open");
  }
  const [Dialog, setDialogComponent] = useState<ComponentType<ReauthenticationDialogProps>>();
  useEffect(() => {
    if (!needsLogin) return;
    import("./reauthentication-dialog").then(
      ({ ReauthenticationDialog }) => setDialogComponent(() => ReauthenticationDialog),
      // Without the dialog, the result has a link to the page that does the same.
      () => setDialog("closed"),
    );
  }, [needsLogin]);
  const retry = useCallback(() => {
    setDialog("closing");
    if (submitted.current) void submit(submitted.current, { method: "post" });
  }, [submit]);
  const close = () => {
    setDialog("closed");
    restoreFocus();
  };

  const isPrompting = needsLogin && (dialog !== "closed" || state !== "idle");
  return {
    fetcher,
    pending: state !== "idle",
    /**
     * The result to show. Includes the error that requires a recent sign-in only after its dialog was
     * dismissed.
     */
    result: isPrompting ? undefined : (data ?? initial),
    /** Render it anywhere in the page. */
    dialog:
      dialog === "closed" || !Dialog ? null : (
        <Dialog
          isOpen={dialog === "open"}
          providers={providers}
          mayHavePasskey={promptedFor?.mayHavePasskey !== false}
          onDone={retry}
          onClose={close}
        />
      ),
  };
}

/** Returns a function that restores the focus from before `isPending`: a disabled button loses it. */
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
