import { useEffect, useEffectEvent, useRef, useState } from "react";
import { UNREACHABLE } from "~/http/app-error";
import { Alert } from "~/ui/alert";
import { getPasskeyApi } from "~/ui/browser-features";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { ACCOUNT_FIELD, useAccount } from "../../session/account-form";
import type { CeremonyFailure } from "./ceremony";
import { usePasskeySupport, usePasskeysEnabled } from "./passkey-support";

interface PasskeyButtonProps {
  /** True while a form of the page is submitted, which a passkey would cancel. */
  readonly pending: boolean;
  /** The form's latest result. */
  readonly result: unknown;
  readonly onPasskey: (form: Readonly<Record<string, string>>) => Promise<void>;
}

/**
 * Asks for a passkey when pressed, and in the autofill of an email field with the token "webauthn". Renders
 * nothing where passkeys are turned off or the browser has none.
 */
export function PasskeyButton({ pending, result, onPasskey }: PasskeyButtonProps) {
  const isEnabled = usePasskeysEnabled();
  const isAvailable = usePasskeySupport() && isEnabled;
  const [isAsking, setIsAsking] = useState(false);
  /** Shown until the form has another result than `before`. */
  const [failure, setFailure] = useState<CeremonyFailure & { before: unknown }>();
  const { request, ask } = usePasskeyRequest(pending, onPasskey);
  useAutofill(() => {
    if (!pending && !request.current) void ask({ mediation: "conditional" });
  });
  const handleClick = async () => {
    setFailure(undefined);
    setIsAsking(true);
    const failed = await ask({});
    setIsAsking(false);
    if (failed) setFailure({ ...failed, before: result });
  };

  if (!isAvailable) return null;
  const shown = failure?.before === result ? failure : undefined;
  return (
    <div className="needs-script">
      {shown && !shown.isCanceled ? (
        <div className="mb-4">
          <Alert type="error">{shown.message}</Alert>
        </div>
      ) : null}
      <Button
        type="button"
        variant="secondary"
        className="w-full"
        pending={isAsking}
        disabled={pending}
        onClick={handleClick}
      >
        <Icon>
          <circle cx="6.5" cy="13.5" r="3.7" />
          <path d="M9.2 10.8 16.5 3.5M13 7l2.6 2.6" />
        </Icon>
        Continue with a passkey
      </Button>
      {shown?.isCanceled ? (
        // The line takes no room, so nothing below moves.
        <p role="status" className="mt-0.5 -mb-5.5 text-center text-ink-soft text-sm">
          {shown.message}
        </p>
      ) : null}
    </div>
  );
}

/** Asks for a passkey and submits it. A form that is submitted, or leaving the page, aborts the request. */
function usePasskeyRequest(pending: boolean, onPasskey: PasskeyButtonProps["onPasskey"]) {
  const account = useAccount();
  /** The open request: a browser allows one at a time. */
  const request = useRef<AbortController>(null);
  const abort = () => {
    request.current?.abort();
    request.current = null;
  };
  /**
   * Submits a passkey, or returns the error to show. Does neither once another request or form replaces it.
   */
  const ask = async (options: CredentialRequestOptions): Promise<CeremonyFailure | undefined> => {
    abort();
    const controller = new AbortController();
    const { signal } = controller;
    request.current = controller;
    const script = await import("./ceremony").catch(() => null);
    const ceremony = await script?.requestPasskey({ ...options, signal });
    // Some password managers return a passkey to a request that was aborted.
    if (signal.aborted) return undefined;
    request.current = null;
    if (!ceremony?.ok) return ceremony?.error ?? { message: UNREACHABLE };
    await onPasskey({ intent: "passkey", credential: ceremony.value, [ACCOUNT_FIELD]: account });
    return undefined;
  };
  const abortRequest = useEffectEvent(abort);
  useEffect(() => {
    if (pending) abortRequest();
  }, [pending]);
  useEffect(() => () => abortRequest(), []);
  return { request, ask };
}

/**
 * Calls `offer` once for each use of a field with the token "webauthn": a challenge sets a cookie, and
 * password managers may end a request at once.
 */
function useAutofill(offer: () => void): void {
  const offerIfUsed = useEffectEvent(() => {
    if (document.activeElement?.matches("[autocomplete~=webauthn]")) offer();
  });
  useEffect(() => {
    const unmounting = new AbortController();
    const { signal } = unmounting;
    const listen = (isSupported: boolean) => {
      if (!isSupported) return;
      offerIfUsed();
      document.addEventListener("focusin", () => offerIfUsed(), { signal });
      document.addEventListener("click", () => offerIfUsed(), { signal });
    };
    void getPasskeyApi()?.isConditionalMediationAvailable().then(listen);
    return () => unmounting.abort();
  }, []);
}
