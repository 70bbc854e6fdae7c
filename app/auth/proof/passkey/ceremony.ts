/** The browser's part of passkeys, with the platform's own JSON conversion. */

import { href } from "react-router";
import { UNREACHABLE } from "~/http/app-error";
import { getPasskeyApi } from "~/ui/browser-features";

const OPTIONS_TIMEOUT_MS = 10_000;
/** The name of the browser's error. */
const CANCELED = "NotAllowedError";

/** Why the browser returned no passkey, by the name of its error. Source: WebAuthn Level 3, 5.1.3 and 5.1.4. */
const CEREMONY_ERRORS: Readonly<Record<string, string>> = {
  [CANCELED]: "Canceled or timed out. You can try again.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys for this site don’t work at this address.",
};
const CEREMONY_FAILED = "Your browser couldn’t use a passkey. Please try again.";

/** Why there is no credential. */
export interface CeremonyFailure {
  readonly message: string;
  /** The user closed the system's sheet, or left it open too long: a line beside the button, not an alert. */
  readonly isCanceled?: boolean;
}

/** A credential as JSON, or the error to show. */
type Ceremony = { readonly credential: string } | CeremonyFailure;

/** Creates a passkey with the options of the server. */
export function createPasskey(optionsJson: string): Promise<Ceremony> {
  return runCeremony(() => {
    const publicKey = getPasskeyApi()?.parseCreationOptionsFromJSON(JSON.parse(optionsJson));
    return navigator.credentials.create({ publicKey });
  });
}

/** Asks for one of the user's passkeys: in a dialog, or with the mediation "conditional" in autofill. */
export async function requestPasskey(options: CredentialRequestOptions): Promise<Ceremony> {
  const signal = AbortSignal.timeout(OPTIONS_TIMEOUT_MS);
  const response = await fetch(href("/auth/passkey"), { method: "POST", signal }).catch(() => null);
  // A network's sign-in page may respond instead of the server.
  const body = await response
    ?.json<PublicKeyCredentialRequestOptionsJSON & { message?: string }>()
    .catch(() => null);
  if (!response?.ok || !body) return { message: body?.message ?? UNREACHABLE };
  return runCeremony(() => {
    const publicKey = getPasskeyApi()?.parseRequestOptionsFromJSON(body);
    return navigator.credentials.get({ ...options, publicKey });
  });
}

async function runCeremony(run: () => Promise<Credential | null>): Promise<Ceremony> {
  try {
    return { credential: JSON.stringify(await run()) };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    return { message: CEREMONY_ERRORS[name] ?? CEREMONY_FAILED, isCanceled: name === CANCELED };
  }
}
