import { type ReactNode, useCallback, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { Modal } from "~/ui/modal";
import { ReauthenticationForm } from "./reauthentication-form.tsx";

const REQUIRES_RECENT_LOGIN = "auth/requires-recent-login";

export interface SensitiveFetcher {
  readonly fetcher: ReturnType<typeof useFetcher<FormResult>>;
  /** The result to show; a request to sign in again is shown as a dialog instead. */
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
  const submitted = useRef<FormData>(undefined);
  const [dismissed, setDismissed] = useState<FormResult>();
  if (fetcher.formData) submitted.current = fetcher.formData;

  const { submit, data } = fetcher;
  const isRefused = data?.status === "error" && data.code === REQUIRES_RECENT_LOGIN;
  const isAsking = isRefused && fetcher.state === "idle" && dismissed !== data;
  const retry = useCallback(() => {
    if (submitted.current) submit(submitted.current, { method: "post" });
  }, [submit]);

  return {
    fetcher,
    result: isRefused ? undefined : data,
    dialog: isAsking ? (
      <Modal
        title="Please sign in again to complete this action"
        onClose={() => setDismissed(data)}
      >
        <ReauthenticationForm providers={providers} onDone={retry} />
      </Modal>
    ) : null,
  };
}
