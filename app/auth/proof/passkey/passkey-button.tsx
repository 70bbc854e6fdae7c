import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { UNREACHABLE } from "~/http/app-error";
import { Alert } from "~/ui/alert";
import { getPasskeyApi } from "~/ui/browser-features";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { ACCOUNT_FIELD, useAccount } from "../../session/account-form";
import type { Ceremony, CeremonyFailure } from "./ceremony";
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

  const submit = (credential: string) =>
    onPasskey({ intent: "passkey", credential, [ACCOUNT_FIELD]: account });
  const asking = useRef<AbortController>(null);
  const handleClick = async () => {
    const controller = new AbortController();
    asking.current = controller;
    setFailure(undefined);
    setIsAsking(true);
    const ceremony = await ask({ signal: controller.signal });
    setIsAsking(false);
    if (!ceremony) return;
    if ("message" in ceremony) setFailure({ ...ceremony, before: result });
    else await submit(ceremony.credential);
  };

  // A passkey that is submitted meanwhile would cancel another form of the page.
  const isSubmitting = useNavigation().state !== "idle" || pending;
  useEffect(() => {
    if (isSubmitting) asking.current?.abort();
  }, [isSubmitting]);
  usePasskeyAutofill(hasAutofill && isAvailable && !isSubmitting && !isAsking, submit);

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
        pending={pending || isAsking}
        disabled={isSubmitting}
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

interface PasskeyRequest extends CredentialRequestOptions {
  readonly signal: AbortSignal;
}

/** Asks for a passkey. Undefined once the signal is aborted, whatever a password manager returns then. */
async function ask(request: PasskeyRequest): Promise<Ceremony | undefined> {
  const script = await import("./ceremony").catch(() => null);
  const ceremony = (await script?.requestPasskey(request)) ?? { message: UNREACHABLE };
  return request.signal.aborted ? undefined : ceremony;
}

/**
 * Offers passkeys in the autofill of the page's email field while `isReady`: a browser allows one request at a time. Each
 * takes a focus or click of the field: a challenge sets a cookie, and a password manager may end a request at once.
 */
function usePasskeyAutofill(isReady: boolean, submit: (credential: string) => Promise<void>): void {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const notice = () => {
      if (document.activeElement?.matches("[autocomplete~=webauthn]")) setIsWanted(true);
    };
    notice();
    document.addEventListener("focusin", notice);
    document.addEventListener("click", notice);
    return () => {
      document.removeEventListener("focusin", notice);
      document.removeEventListener("click", notice);
    };
  }, []);
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    const isSupported = await getPasskeyApi()?.isConditionalMediationAvailable();
    if (!isSupported || signal.aborted) return;
    const ceremony = await ask({ mediation: "conditional", signal });
    if (!ceremony) return;
    setIsWanted(false);
    if ("credential" in ceremony) await submit(ceremony.credential);
  });
  const canOffer = isWanted && isReady;
  useEffect(() => {
    if (!canOffer) return;
    const controller = new AbortController();
    void offer(controller.signal);
    return () => controller.abort();
  }, [canOffer]);
}
