/** Loaded on demand by passkey-slot.tsx. Only this module imports ceremony.ts, so that both are one request. */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { passkeyButton } from "~/content/auth/passkey-errors";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { ACCOUNT_FIELD, useAccount } from "../account-field";
import { requestPasskey } from "./ceremony";

export { createPasskey } from "./ceremony";

/** Less than the five minutes that a challenge is valid. */
const CHALLENGE_MAX_AGE_MS = 4 * 60_000;

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
  const latest = useRef({ controller: new AbortController(), startedAt: 0 });
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string>();

  const ask = async (mediation: CredentialMediationRequirement) => {
    // A browser allows one request at a time.
    latest.current.controller.abort();
    latest.current = { controller: new AbortController(), startedAt: Date.now() };
    const ceremony = await requestPasskey(mediation, latest.current.controller.signal);
    const { credential } = ceremony;
    if (credential) onPasskey({ intent: "passkey", credential, [ACCOUNT_FIELD]: account });
    return ceremony;
  };
  const offerAutofill = useEffectEvent(async () => {
    if (!hasAutofill || isAsking) return;
    const { controller } = latest.current;
    const isAvailable = await PublicKeyCredential.isConditionalMediationAvailable?.();
    // Meanwhile the button may have been pressed.
    if (isAvailable && controller === latest.current.controller) await ask("conditional");
  });
  // Again after each result or problem, and when the user returns to a page whose challenge has expired.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result means that the challenge is used
  useEffect(() => {
    void offerAutofill();
    const renew = () => {
      if (Date.now() - latest.current.startedAt > CHALLENGE_MAX_AGE_MS) void offerAutofill();
    };
    window.addEventListener("focus", renew);
    return () => window.removeEventListener("focus", renew);
  }, [result, problem]);
  useEffect(() => () => latest.current.controller.abort(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a problem from before the result is out of date
  useEffect(() => setProblem(undefined), [result]);

  const press = async () => {
    setProblem(undefined);
    setIsAsking(true);
    const ceremony = await ask("optional");
    setIsAsking(false);
    setProblem(ceremony.problem);
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
