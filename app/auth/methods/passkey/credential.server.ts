/** The credential that a browser sends. Source: WebAuthn Level 3, 5.1 and 6.1. */
import { Buffer } from "node:buffer";
import * as v from "valibot";

const base64url = v.pipe(
  v.string(),
  // Plain base64 is accepted too, padded or not.
  v.transform((text) => text.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_")),
  v.regex(/^[\w-]+$/),
);

/** A form with a credential: `rawId` and `type` are derived, `clientExtensionResults` is optional. */
function credentialSchema<Entries extends v.ObjectEntries>(entries: Entries) {
  const credential = v.pipe(
    v.object({ id: base64url, response: v.object({ clientDataJSON: base64url, ...entries }) }),
    v.transform(({ id, response }) => {
      const type = "public-key" as const;
      return { id, rawId: id, type, response, clientExtensionResults: {} };
    }),
  );
  return v.object({ credential: v.pipe(v.string(), v.parseJson(), credential) });
}

export const registrationSchema = credentialSchema({ attestationObject: base64url });

export const assertionSchema = credentialSchema({
  authenticatorData: base64url,
  signature: base64url,
  userHandle: base64url,
});

const clientDataSchema = v.pipe(v.string(), v.parseJson(), v.object({ challenge: base64url }));

/** The challenge that a credential was made for; undefined if it is malformed. */
export function readChallenge(clientDataJSON: string): string | undefined {
  const json = Buffer.from(clientDataJSON, "base64url").toString();
  const parsed = v.safeParse(clientDataSchema, json);
  return parsed.success ? parsed.output.challenge : undefined;
}

/** The byte of the flags in the authenticator data, and the bit "user verified". */
const FLAGS_OFFSET = 32;
const USER_VERIFIED = 0x04;

/**
 * True if the authenticator checked a fingerprint, face or PIN. Supabase Auth verifies the signature that
 * covers this flag.
 */
export function isUserVerified(authenticatorData: string): boolean {
  return hasVerifiedFlag(Buffer.from(authenticatorData, "base64url"));
}

function hasVerifiedFlag(authenticatorData: Buffer): boolean {
  return ((authenticatorData[FLAGS_OFFSET] ?? 0) & USER_VERIFIED) !== 0;
}

/** The key "authData" in CBOR, and the byte before a length of one byte, not two. Source: RFC 8949. */
const AUTH_DATA = "hauthData";
const CBOR_BYTES_UINT8 = 0x58;

/** `isUserVerified` for a new passkey: without the flag, it could be added and never sign in. */
export function isUserVerifiedAtRegistration(attestationObject: string): boolean {
  const cbor = Buffer.from(attestationObject, "base64url");
  const start = cbor.indexOf(AUTH_DATA);
  if (start === -1) return false;
  const entry = cbor.subarray(start);
  const headerBytes = entry[AUTH_DATA.length] === CBOR_BYTES_UINT8 ? 2 : 3;
  return hasVerifiedFlag(entry.subarray(AUTH_DATA.length + headerBytes));
}
