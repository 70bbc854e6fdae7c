/** The browser's part of passkeys, also where a password manager has replaced it. */

import { href } from "react-router";
import { failure, type Result, UNREACHABLE } from "~/http/app-error";
import { getPasskeyApi } from "~/ui/browser-features";

/** The passkey can't be read by the browser or the server, so trying again may never help. */
export const INCOMPLETE_PASSKEY =
  "We didn’t get a complete passkey. If you use a password manager, it may be the cause: try with its passkeys turned off.";

const OPTIONS_TIMEOUT_MS = 10_000;

/**
 * Why the browser returned no passkey, by the name of its error. Source: WebAuthn Level 3, 5.1.3 and 5.1.4.
 */
const CEREMONY_ERRORS: Readonly<Record<string, string>> = {
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys for this site don’t work at this address.",
};
/** Browsers report a canceled request like a security key that is full or has no PIN. */
const NOT_GIVEN: ReadonlySet<string> = new Set(["NotAllowedError", "ConstraintError"]);
const NOT_CREATED =
  "No passkey was added. If you didn’t cancel, your security key may be full or have no PIN.";
const CANCELED = "Canceled or timed out. You can try again.";

/** Why there is no credential. */
export interface CeremonyFailure {
  readonly message: string;
  /** True if the user probably closed the sheet or left it open too long: a line says so, not an alert. */
  readonly isCanceled?: boolean;
}

/** A credential as JSON, or the error to show. */
type Ceremony = Result<string, CeremonyFailure>;

/** Creates a passkey with the options of the server. */
export function createPasskey(optionsJson: string): Promise<Ceremony> {
  const create = () => {
    const publicKey = getPasskeyApi()?.parseCreationOptionsFromJSON(JSON.parse(optionsJson));
    return navigator.credentials.create({ publicKey });
  };
  return runCeremony(create, ["attestationObject"], NOT_CREATED);
}

/** Asks for one of the user's passkeys: in a dialog, or with the mediation "conditional" in autofill. */
export async function requestPasskey(options: CredentialRequestOptions): Promise<Ceremony> {
  const signal = AbortSignal.timeout(OPTIONS_TIMEOUT_MS);
  const response = await fetch(href("/auth/passkey"), { method: "POST", signal }).catch(() => null);
  // A network's sign-in page may respond instead of the server.
  const body = await response
    ?.json<PublicKeyCredentialRequestOptionsJSON & { message?: string }>()
    .catch(() => null);
  if (!response?.ok || !body) return failure({ message: body?.message ?? UNREACHABLE });
  const get = () => {
    const publicKey = getPasskeyApi()?.parseRequestOptionsFromJSON(body);
    return navigator.credentials.get({ ...options, publicKey });
  };
  return runCeremony(get, ["authenticatorData", "signature", "userHandle"], CANCELED);
}

/** Runs a ceremony whose credential has these `fields`; `canceled` is the message without one. */
async function runCeremony(
  run: () => Promise<Credential | null>,
  fields: readonly string[],
  canceled: string,
): Promise<Ceremony> {
  try {
    const credential = await run();
    // Password managers return null when they are dismissed or locked.
    if (!credential) return failure({ message: canceled, isCanceled: true });
    return { ok: true, value: serialize(credential, fields) };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (NOT_GIVEN.has(name)) return failure({ message: canceled, isCanceled: true });
    return failure({ message: CEREMONY_ERRORS[name] ?? INCOMPLETE_PASSKEY });
  }
}

/** Encodes by hand: credentials of some password managers have no `toJSON`, or one that throws. */
function serialize(credential: Credential, fields: readonly string[]): string {
  const response: object = Object(Reflect.get(credential, "response"));
  const encoded = ["clientDataJSON", ...fields].map((name) => [
    name,
    encode(Reflect.get(response, name)),
  ]);
  return JSON.stringify({ id: credential.id, response: Object.fromEntries(encoded) });
}

/**
 * Encodes as base64. Some password managers return strings already, which the server accepts in any base64.
 */
function encode(value: string | ArrayBuffer): string {
  if (typeof value === "string") return value;
  const bytes = Array.from(new Uint8Array(value), (byte) => String.fromCharCode(byte));
  return btoa(bytes.join(""));
}
