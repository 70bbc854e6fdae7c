/** The browser's part of passkeys, with the platform's own JSON conversion. */
import { CEREMONY_FAILED, ceremonyErrors } from "~/content/auth/passkey-errors";
import { UNREACHABLE } from "~/content/forms";

const OPTIONS_TIMEOUT_MS = 10_000;

/** A credential as JSON, or the error to show; neither if the request was aborted. */
export interface Ceremony {
  readonly credential?: string;
  readonly problem?: string;
}

/** Creates a passkey from creation options as JSON. */
export function createPasskey(optionsJson: string, signal: AbortSignal): Promise<Ceremony> {
  return runCeremony(() => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(optionsJson));
    return navigator.credentials.create({ publicKey, signal });
  });
}

/** Asks for one of the user's passkeys: in a dialog, or with "conditional" in autofill. */
export function requestPasskey(
  mediation: CredentialMediationRequirement,
  signal: AbortSignal,
): Promise<Ceremony> {
  return runCeremony(async () => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await fetchOptions());
    return navigator.credentials.get({ publicKey, mediation, signal });
  });
}

/** The server's error, to show. */
class OptionsError extends Error {}

async function fetchOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const signal = AbortSignal.timeout(OPTIONS_TIMEOUT_MS);
  const response = await fetch("/auth/passkey", { method: "POST", signal }).catch(() => null);
  // A network's sign-in page may respond instead of the server.
  const body = await response
    ?.json<PublicKeyCredentialRequestOptionsJSON & { message?: string }>()
    .catch(() => null);
  if (response?.ok && body) return body;
  throw new OptionsError(body?.message ?? UNREACHABLE);
}

async function runCeremony(run: () => Promise<Credential | null>): Promise<Ceremony> {
  try {
    return { credential: JSON.stringify(await run()) };
  } catch (error) {
    if (error instanceof OptionsError) return { problem: error.message };
    const name = error instanceof Error ? error.name : "";
    return name === "AbortError" ? {} : { problem: ceremonyErrors[name] ?? CEREMONY_FAILED };
  }
}
