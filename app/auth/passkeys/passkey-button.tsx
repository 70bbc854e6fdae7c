/** Loaded on demand by passkey-slot.tsx. Only this module imports ceremony.ts, so that both are one request. */
import { useEffect, useEffectEvent, useState } from "react";
import { passkeyButton } from "~/content/auth/passkey-errors";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { ACCOUNT_FIELD, useAccount } from "../account-field";
import { createPasskeyRequest } from "./ceremony";

export { createPasskey } from "./ceremony";

export interface PasskeyButtonProps {
  /** Also offers passkeys in the autofill of the page's email field. */
  readonly hasAutofill?: boolean;
  readonly pending: boolean;
  /** The form's latest result. */
  readonly result: unknown;
  /** Submits the passkey. */
  readonly onPasskey: (form: Readonly<Record<string, string>>) => void;
}

/** Asks for a passkey when pressed; with `hasAutofill`, the email field offers passkeys meanwhile. */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { hasAutofill = false, pending, result, onPasskey } = props;
  const account = useAccount();
  const [request] = useState(createPasskeyRequest);
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string>();

  const ask = async (mediation: CredentialMediationRequirement) => {
    const ceremony = await request.ask(mediation);
    const { credential } = ceremony;
    if (credential) onPasskey({ intent: "passkey", credential, [ACCOUNT_FIELD]: account });
    return ceremony;
  };
  const offerAutofill = async () => {
    const isSupported = await PublicKeyCredential.isConditionalMediationAvailable?.();
    if (hasAutofill && isSupported) await ask("conditional");
  };
  const onReady = useEffectEvent(offerAutofill);

  // Again after each result, and when the user returns to the page after a while.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result means that the challenge is spent
  useEffect(() => {
    void onReady();
    const renew = () => {
      if (request.isSpent()) void onReady();
    };
    window.addEventListener("focus", renew);
    return () => {
      window.removeEventListener("focus", renew);
      request.abort();
    };
  }, [request, result]);

  const press = async () => {
    setProblem(undefined);
    setIsAsking(true);
    const ceremony = await ask("optional");
    setIsAsking(false);
    setProblem(ceremony.problem);
    if (ceremony.problem) await offerAutofill();
  };
  return (
    <>
      {problem ? <Alert type="error">{problem}</Alert> : null}
      <Button
        type="button"
        variant="secondary"
        className="w-full"
        pending={pending || isAsking}
        onClick={press}
      >
        {passkeyButton.label}
      </Button>
    </>
  );
}
