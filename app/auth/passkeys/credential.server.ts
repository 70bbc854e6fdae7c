/** What a browser sends of a passkey. Source: WebAuthn Level 3, 5.1 and 6.1. */
import { Buffer } from "node:buffer";
import * as v from "valibot";

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/));
const encodedText = v.pipe(base64url, v.transform(decode));

const clientDataSchema = v.pipe(
  encodedText,
  v.parseJson(),
  v.object({ challenge: base64url, origin: v.string() }),
);

/** A form with a credential as `PublicKeyCredential.toJSON` serializes it. */
function credentialSchema<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object({
    credential: v.pipe(
      v.string(),
      v.parseJson(),
      v.object({
        id: base64url,
        rawId: base64url,
        type: v.literal("public-key"),
        response: v.object({ clientDataJSON: base64url, ...entries }),
        clientExtensionResults: v.object({}),
      }),
    ),
  });
}

/** A new passkey. */
export const registrationSchema = credentialSchema({ attestationObject: base64url });

/** The use of a passkey. */
export const assertionSchema = credentialSchema({
  authenticatorData: base64url,
  signature: base64url,
  userHandle: base64url,
});

/** The challenge and the origin that a credential was made for; undefined if it is malformed. */
export function readClientData(clientDataJSON: string) {
  const parsed = v.safeParse(clientDataSchema, clientDataJSON);
  return parsed.success ? parsed.output : undefined;
}

/** The byte of the flags in the authenticator data, and the bit "user verified". */
const FLAGS = 32;
const USER_VERIFIED = 0x04;

/** True if the authenticator checked a fingerprint, face or PIN. Signed, and GoTrue verifies the signature. */
export function isUserVerified(authenticatorData: string): boolean {
  const flags = Buffer.from(authenticatorData, "base64url")[FLAGS] ?? 0;
  return (flags & USER_VERIFIED) !== 0;
}

/** The user id that a passkey claims. GoTrue rejects a passkey that is not this user's. */
export function readUserHandle(userHandle: string): string {
  return decode(userHandle);
}

function decode(encoded: string): string {
  return Buffer.from(encoded, "base64url").toString();
}
