/** The browser's part of passkeys, with the platform's own JSON conversion. */
import { CEREMONY_FAILED, ceremonyErrors } from "~/content/auth/passkey-errors";
import { UNREACHABLE } from "~/content/forms";

const OPTIONS_TIMEOUT_MS = 10_000;
/** Less than the five minutes that a challenge is valid. */
const CHALLENGE_MAX_AGE_MS = 4 * 60_000;

/** A credential as JSON, or why there is none; neither if the request was aborted. */
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

export interface PasskeyRequest {
  /** Asks in a dialog, or with "conditional" in autofill. Aborts a previous call: a browser allows one at a time. */
  readonly ask: (mediation: CredentialMediationRequirement) => Promise<Ceremony>;
  readonly abort: () => void;
  /** True once the challenge is used or too old. */
  readonly isSpent: () => boolean;
}

/** Asks for one of the user's passkeys. Calls share a challenge, which the server accepts once. */
export function createPasskeyRequest(): PasskeyRequest {
  let controller = new AbortController();
  let options: Promise<PublicKeyCredentialRequestOptionsJSON> | undefined;
  let validUntil = 0;
  const isSpent = () => Date.now() > validUntil;
  return {
    isSpent,
    abort: () => controller.abort(),
    ask(mediation) {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      return runCeremony(async () => {
        if (!options || isSpent()) {
          validUntil = Date.now() + CHALLENGE_MAX_AGE_MS;
          options = fetchOptions();
          options.catch(() => (validUntil = 0));
        }
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await options);
        const credential = await navigator.credentials.get({ publicKey, mediation, signal });
        validUntil = 0;
        return credential;
      });
    },
  };
}

/** The server's error, to show. */
class OptionsError extends Error {}

async function fetchOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const signal = AbortSignal.timeout(OPTIONS_TIMEOUT_MS);
  const response = await fetch("/auth/passkey", { method: "POST", signal }).catch(() => null);
  if (response?.ok) return response.json();
  const error = await response?.json<{ message: string }>().catch(() => null);
  throw new OptionsError(error?.message ?? UNREACHABLE);
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
