import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { cose, isoCBOR } from "@simplewebauthn/server/helpers";
import * as v from "valibot";

const optionsSchema = v.object({
  challenge_id: v.string(),
  options: v.looseObject({
    challenge: v.string(),
    user: v.optional(v.object({ id: v.string() })),
  }),
});

/** What an authenticator or browser reports; by default, what the server expects. */
export interface Ceremony {
  origin?: string;
  rpId?: string;
  challenge?: string;
  userHandle?: string;
  isUserPresent?: boolean;
  isUserVerified?: boolean;
  counter?: number;
  /** Signs with another key. */
  forged?: boolean;
}

/** WebAuthn level 3, section 6.1: bits of the flags in authenticator data. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED_CREDENTIAL_DATA = 0x40;

const CREDENTIAL_ID_BYTES = 36;

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** A software authenticator with one ES256 key, for the site at `siteUrl`. */
export function createAuthenticator(siteUrl: string) {
  const { origin: siteOrigin, hostname } = new URL(siteUrl);
  const { publicKey, privateKey } = createKey();
  const credentialId = randomBytes(CREDENTIAL_ID_BYTES);
  const id = credentialId.toString("base64url");
  let ownHandle = "";
  let counter = 0;

  function authenticatorData(ceremony: Ceremony, extraFlags = 0, extra = Buffer.alloc(0)): Buffer {
    const { rpId = hostname, isUserPresent = true, isUserVerified = true } = ceremony;
    const flags =
      (isUserPresent ? USER_PRESENT : 0) | (isUserVerified ? USER_VERIFIED : 0) | extraFlags;
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(ceremony.counter ?? counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, extra]);
  }

  function clientData(type: string, challenge: string, { origin = siteOrigin }: Ceremony): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  return {
    id,
    /** The body that answers registration options. */
    create(body: unknown, ceremony: Ceremony = {}) {
      const { challenge_id, options } = v.parse(optionsSchema, body);
      ownHandle = options.user?.id ?? "";
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(credentialId.length);
      const attested = [Buffer.alloc(16), idLength, credentialId, encodeKey(publicKey)];
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          [
            "authData",
            new Uint8Array(
              authenticatorData(ceremony, ATTESTED_CREDENTIAL_DATA, Buffer.concat(attested)),
            ),
          ],
        ]),
      );
      const challenge = ceremony.challenge ?? options.challenge;
      const response = {
        clientDataJSON: clientData("webauthn.create", challenge, ceremony).toString("base64url"),
        attestationObject: Buffer.from(attestation).toString("base64url"),
        transports: ["internal"],
      };
      return { challenge_id, credential: toCredential(id, response) };
    },
    /** The body that answers authentication options. */
    get(body: unknown, ceremony: Ceremony = {}) {
      const { challenge_id, options } = v.parse(optionsSchema, body);
      const data = authenticatorData(ceremony);
      const client = clientData("webauthn.get", ceremony.challenge ?? options.challenge, ceremony);
      const key = ceremony.forged ? createKey().privateKey : privateKey;
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), key).toString("base64url"),
        userHandle: ceremony.userHandle ?? ownHandle,
      };
      return { challenge_id, credential: toCredential(id, response) };
    },
  };
}

function createKey() {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

/** The COSE form of an ES256 key. */
function encodeKey(key: KeyObject): Uint8Array {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
      [cose.COSEKEYS.alg, cose.COSEALG.ES256],
      [cose.COSEKEYS.crv, cose.COSECRV.P256],
      [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, "base64url"))],
      [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
}

/** The credential as PublicKeyCredential.toJSON() returns it. */
function toCredential<Response extends object>(id: string, response: Response) {
  const type = "public-key" as const;
  return { id, rawId: id, type, clientExtensionResults: {}, response };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
