import { useEffect, useEffectEvent, useState } from "react";
import { UNREACHABLE } from "~/http/app-error";
import { Alert } from "~/ui/alert";
import { getPasskeyApi } from "~/ui/browser-features";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { ACCOUNT_FIELD, useAccount } from "../../session/account-form";
import type { CeremonyFailure } from "./ceremony";
import { usePasskeySupport, usePasskeysEnabled } from "./passkey-support";

interface PasskeyButtonProps {
  /** Also offers passkeys in the autofill of the page's email field. */
  readonly hasAutofill?: boolean;
  readonly pending: boolean;
  /** The form's latest result. */
  readonly result: unknown;
  readonly onPasskey: (form: Readonly<Record<string, string>>) => Promise<void>;
}

/** Asks for a passkey when pressed. Nothing where passkeys are turned off or the browser has none. */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { hasAutofill = false, pending, result, onPasskey } = props;
  const account = useAccount();
  const isEnabled = usePasskeysEnabled();
  const isAvailable = usePasskeySupport() && isEnabled;
  const [isAsking, setIsAsking] = useState(false);
  /** Shown until the form has another result than `before`. */
  const [failure, setFailure] = useState<CeremonyFailure & { before: unknown }>();

  /** Submits the passkey, or returns the error to show. */
  const requestAndSubmit = async (
    options: CredentialRequestOptions,
  ): Promise<CeremonyFailure | undefined> => {
    const script = await import("./ceremony").catch(() => null);
    const ceremony = (await script?.requestPasskey(options)) ?? { message: UNREACHABLE };
    if ("message" in ceremony) return ceremony;
    await onPasskey({ intent: "passkey", ...ceremony, [ACCOUNT_FIELD]: account });
    return undefined;
  };
  const handleClick = async () => {
    setFailure(undefined);
    setIsAsking(true);
    const failed = await requestAndSubmit({});
    setIsAsking(false);
    if (failed) setFailure({ ...failed, before: result });
  };

  const isBusy = pending || isAsking;
  usePasskeyAutofill(hasAutofill && isAvailable && !isBusy, requestAndSubmit);

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
        className="w-full max-[22rem]:px-2"
        pending={isBusy}
        onClick={handleClick}
      >
        <Icon>
          <circle cx="6.5" cy="13.5" r="3.7" />
          <path d="M9.2 10.8 16.5 3.5M13 7l2.6 2.6" />
        </Icon>
        Continue with a passkey
      </Button>
      {shown?.isCanceled ? (
        // One line takes no room: nothing below moves.
        <p role="status" className="mt-0.5 -mb-5.5 text-center text-ink-soft text-sm">
          {shown.message}
        </p>
      ) : null}
    </div>
  );
}

/** Offers passkeys in the autofill of the page's email field while `isReady`: a browser allows one `request` at a time. */
function usePasskeyAutofill(
  isReady: boolean,
  request: (options: CredentialRequestOptions) => Promise<unknown>,
): void {
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    const isSupported = await getPasskeyApi()?.isConditionalMediationAvailable();
    if (isSupported && !signal.aborted) await request({ mediation: "conditional", signal });
  });
  const canOffer = useIsAutofillFocused() && isReady;
  useEffect(() => {
    if (!canOffer) return;
    const controller = new AbortController();
    void offer(controller.signal);
    return () => controller.abort();
  }, [canOffer]);
}

/** True once the field was focused: only then is a challenge requested, which sets a cookie. */
function useIsAutofillFocused(): boolean {
  const [isFocused, setIsFocused] = useState(false);
  useEffect(() => {
    const notice = () => {
      if (document.activeElement?.matches("[autocomplete~=webauthn]")) setIsFocused(true);
    };
    notice();
    document.addEventListener("focusin", notice);
    return () => document.removeEventListener("focusin", notice);
  }, []);
  return isFocused;
}
