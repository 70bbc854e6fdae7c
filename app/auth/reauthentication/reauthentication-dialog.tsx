import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "~/forms/form-result";
import { useForm } from "~/forms/use-form";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Modal } from "~/ui/modal";
import { AccountField } from "../account-field";
import { PasswordField } from "../password/password-field";
import { ProviderMark } from "../providers/provider-links";
import { findProvider, PROVIDER_NAMES, type Provider } from "../providers/providers";
import { reauthenticationSchema } from "../schema";
import { onAuthMessage } from "../session/session-sync";

const POPUP = "popup,width=480,height=640";

export interface ReauthenticationDialogProps {
  /** False plays the closing transition. */
  readonly isOpen: boolean;
  /** The user's sign-in methods as Supabase lists them; the first one is asked for. */
  readonly providers: readonly string[];
  /** Called once the user has signed in again. */
  readonly onDone: () => void;
  /** Called once it has closed, with or without. */
  readonly onClose: () => void;
}

/** Asks for the password, or sends to the user's provider in a window of its own. */
export function ReauthenticationDialog({
  isOpen,
  providers,
  onDone,
  onClose,
}: ReauthenticationDialogProps) {
  const provider = findProvider(providers[0]);
  return (
    <Modal title="Please sign in again to complete this action" isOpen={isOpen} onClose={onClose}>
      {provider ? (
        <ProviderStep provider={provider} onDone={onDone} />
      ) : (
        <PasswordStep onDone={onDone} />
      )}
    </Modal>
  );
}

function PasswordStep({ onDone }: Pick<ReauthenticationDialogProps, "onDone">) {
  const fetcher = useFetcher<FormResult>();
  const pending = fetcher.state !== "idle";
  const form = useForm({ schema: reauthenticationSchema, result: fetcher.data, pending });
  const isDone = fetcher.data?.status === "success" && !pending;
  useEffect(() => {
    if (isDone) onDone();
  }, [isDone, onDone]);
  return (
    <fetcher.Form
      method="post"
      action="/auth/reauthenticate"
      className="grid gap-4"
      {...form.props}
    >
      <AccountField />
      {form.result?.status === "error" && form.result.message ? (
        <Alert type="error">{form.result.message}</Alert>
      ) : null}
      <PasswordField label="Password" autoComplete="current-password" {...form.field("password")} />
      <Button pending={pending}>Sign in</Button>
    </fetcher.Form>
  );
}

function ProviderStep({ provider, onDone }: { provider: Provider; onDone: () => void }) {
  useEffect(() => {
    return onAuthMessage(({ type }) => {
      if (type === "REAUTHENTICATED") onDone();
    });
  }, [onDone]);
  const next = encodeURIComponent("/auth/reauthenticate?done");
  const url = `/auth/oauth/${provider}?reauthenticate&next=${next}`;
  const [isBlocked, setIsBlocked] = useState(false);
  return (
    <div className="grid gap-4">
      {isBlocked ? (
        <Alert type="error">
          Your browser did not open the window.{" "}
          <a href={url} target="_blank" rel="noopener opener" className="link">
            Sign in with {PROVIDER_NAMES[provider]} in a new tab
          </a>
        </Alert>
      ) : null}
      <Button
        type="button"
        variant="secondary"
        className="w-full"
        onClick={() => setIsBlocked(window.open(url, "reauthenticate", POPUP) === null)}
      >
        <ProviderMark provider={provider} />
        Continue with {PROVIDER_NAMES[provider]}
      </Button>
    </div>
  );
}
