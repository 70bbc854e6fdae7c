import { useEffect, useState } from "react";
import { href } from "react-router";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Modal } from "~/ui/modal";
import { ProviderLogo } from "../methods/provider/provider-links";
import { findProvider, PROVIDER_NAMES, type Provider } from "../methods/provider/providers";
import { onAuthMessage } from "../session/tabs/session-sync";
import { ReauthenticationForm } from "./reauthentication-form";

const POPUP = "popup,width=480,height=640";

export interface ReauthenticationDialogProps {
  /** Becomes false to play the closing transition. */
  readonly isOpen: boolean;
  /** The user's sign-in methods as Supabase lists them; the first one is used. */
  readonly providers: readonly string[];
  /** False if the account has no passkey. */
  readonly mayHavePasskey: boolean;
  readonly onDone: () => void;
  /** Called once the dialog has closed. */
  readonly onClose: () => void;
}

/** Asks for the password or a passkey, or opens the user's provider in a new window. */
export function ReauthenticationDialog({
  isOpen,
  providers,
  mayHavePasskey,
  onDone,
  onClose,
}: ReauthenticationDialogProps) {
  const provider = findProvider(providers[0]);
  return (
    <Modal title="Please sign in again to complete this action" isOpen={isOpen} onClose={onClose}>
      <ReauthenticationForm
        action={href("/auth/reauthenticate")}
        provider={provider && <ProviderStep provider={provider} onDone={onDone} />}
        mayHavePasskey={mayHavePasskey}
        onDone={onDone}
      />
    </Modal>
  );
}

function ProviderStep({ provider, onDone }: { provider: Provider; onDone: () => void }) {
  useEffect(() => {
    return onAuthMessage(({ type }) => {
      if (type === "REAUTHENTICATED") onDone();
    });
  }, [onDone]);
  const next = encodeURIComponent(`${href("/auth/reauthenticate")}?done`);
  const url = `${href("/auth/oauth/:provider", { provider })}?reauthenticate&next=${next}`;
  const [isBlocked, setIsBlocked] = useState(false);
  return (
    <div className="grid gap-4">
      {isBlocked ? (
        <Alert type="error">
          Your browser didn’t open the window.{" "}
          <a href={url} target="_blank" rel="noopener opener" className="link">
            {`Sign in with ${PROVIDER_NAMES[provider]} in a new tab`}
          </a>
        </Alert>
      ) : null}
      <Button
        type="button"
        variant="secondary"
        className="w-full"
        onClick={() => setIsBlocked(window.open(url, "reauthenticate", POPUP) === null)}
      >
        <ProviderLogo provider={provider} />
        {`Continue with ${PROVIDER_NAMES[provider]}`}
      </Button>
    </div>
  );
}
