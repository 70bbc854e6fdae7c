import { useState, useSyncExternalStore } from "react";
import { useRouteLoaderData } from "react-router";
import { passkeyButton } from "~/content/auth/passkey-errors";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { ACCOUNT_FIELD, useAccount } from "../account-field";
import { requestPasskey } from "./ceremony";

/** True if passkeys are turned on. */
export function usePasskeysEnabled(): boolean {
  const root: { readonly passkeys: boolean } | undefined = useRouteLoaderData("root");
  return root?.passkeys ?? false;
}

/** True if this browser can add and use passkeys. Assumed on the server. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => "PublicKeyCredential" in window && "parseRequestOptionsFromJSON" in PublicKeyCredential,
    () => true,
  );
}

export interface PasskeyButtonProps {
  readonly pending: boolean;
  /** The form's latest result. */
  readonly result: unknown;
  /** Submits the passkey. */
  readonly onPasskey: (form: Readonly<Record<string, string>>) => void;
}

/** Asks for a passkey when pressed. Nothing where passkeys are turned off or the browser has none. */
export function PasskeyButton({ pending, result, onPasskey }: PasskeyButtonProps) {
  const account = useAccount();
  const isEnabled = usePasskeysEnabled();
  const isSupported = usePasskeySupport();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<{ problem: string; before: unknown }>();
  if (!isEnabled || !isSupported) return null;
  const press = async () => {
    setFailure(undefined);
    setIsAsking(true);
    const ceremony = await requestPasskey();
    setIsAsking(false);
    if ("problem" in ceremony) setFailure({ ...ceremony, before: result });
    else onPasskey({ intent: "passkey", ...ceremony, [ACCOUNT_FIELD]: account });
  };
  return (
    <div className="needs-script grid gap-4">
      {failure && failure.before === result ? <Alert type="error">{failure.problem}</Alert> : null}
      <Button
        type="button"
        variant="secondary"
        className="w-full"
        pending={pending || isAsking}
        onClick={press}
      >
        {passkeyButton.label}
      </Button>
    </div>
  );
}
