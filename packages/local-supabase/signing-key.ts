import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from "jose";
import * as v from "valibot";

const ALGORITHM = "ES256";

const jwkSchema = v.looseObject({
  kty: v.literal("EC"),
  crv: v.literal("P-256"),
  kid: v.string(),
  d: v.string(),
});
type PrivateJwk = v.InferOutput<typeof jwkSchema>;

/** The key pair for access tokens, and the published JWKS. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwks: { keys: JWK[] };
  /** The private key, for another auth server that signs with it. */
  readonly privateJwk: JWK;
}

/**
 * Loads the ES256 key from `dataDir`, or creates it on first start, so that tokens remain valid across
 * restarts. The file is readable by its owner only.
 */
export async function loadSigningKey(dataDir: string): Promise<SigningKey> {
  const file = path.join(dataDir, "signing-key.json");
  const stored = await readFile(file, "utf8").catch(() => undefined);
  const jwk = stored === undefined ? await createJwk() : v.parse(jwkSchema, JSON.parse(stored));
  if (stored === undefined) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, JSON.stringify(jwk), { mode: 0o600 });
  }
  return importPair(jwk);
}

async function createJwk(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return v.parse(jwkSchema, { ...jwk, kid, alg: ALGORITHM, use: "sig" });
}

async function importPair(jwk: PrivateJwk): Promise<SigningKey> {
  const { d: _private, ...publicJwk } = jwk;
  return {
    kid: jwk.kid,
    privateKey: await importCryptoKey(jwk),
    publicKey: await importCryptoKey(publicJwk),
    jwks: { keys: [{ ...publicJwk, key_ops: ["verify"] }] },
    privateJwk: jwk,
  };
}

async function importCryptoKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) throw new Error("The signing key must be an ES256 key");
  return key;
}
