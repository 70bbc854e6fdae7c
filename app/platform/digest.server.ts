/** SHA-256 (FIPS 180-4) of `text` in UTF-8, as 64 hexadecimal digits. */
export async function sha256Hex(text: string): Promise<string> {
  return Array.from(await sha256(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares hashes, so that timing reveals nothing about the secret. */
export async function isSameSecret(presented: string, secret: string): Promise<boolean> {
  return (await sha256Hex(presented)) === (await sha256Hex(secret));
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
/** Data blocks are not executed, so they need no hash. */
const DATA_BLOCK = /\stype="application\/(ld\+)?json"/;

/**
 * CSP source expressions for the inline scripts of `html`, e.g. `'sha256-…'`. Source: CSP Level 3, §6.7.2.
 */
export async function hashInlineScripts(html: string): Promise<string[]> {
  const scripts = Array.from(html.matchAll(INLINE_SCRIPT))
    .filter(([, attributes = ""]) => !DATA_BLOCK.test(attributes))
    .map(([, , source = ""]) => source);
  const digests = await Promise.all([...new Set(scripts)].map(sha256Base64));
  return digests.map((digest) => `'sha256-${digest}'`);
}

/** A weak entity tag for `html`: compression in transit changes the bytes. */
export async function computeETag(html: string): Promise<string> {
  return `W/"${(await sha256Base64(html)).slice(0, 22)}"`;
}

/** SHA-256 of `text` in base64, as a source expression of a CSP has it. */
export async function sha256Base64(text: string): Promise<string> {
  return btoa(String.fromCharCode(...(await sha256(text))));
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
