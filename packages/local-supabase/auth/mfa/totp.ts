import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { renderSVG } from "uqr";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Allowed clock skew in steps, in either direction. */
const SKEW = 1;
const SECRET_BYTES = 20;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Generates a base32 secret. */
export function createTotpSecret(): string {
  const bits = Array.from(randomBytes(SECRET_BYTES), (byte) => byte.toString(2).padStart(8, "0"));
  const groups = bits.join("").match(/.{5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group, 2)]).join("");
}

/** The RFC 6238 code (SHA-1) of `secret` at `time` in milliseconds. */
export function totpCode(secret: string, time = Date.now()): string {
  return hotp(secret, Math.floor(time / 1000 / STEP_SECONDS));
}

/** True when `code` is the current, previous, or next code. */
export function totpMatches(secret: string, code: string, time = Date.now()): boolean {
  const given = Buffer.from(code);
  const steps = Array.from({ length: 2 * SKEW + 1 }, (_, index) => index - SKEW);
  return steps.some((step) => {
    const expected = Buffer.from(totpCode(secret, time + step * STEP_SECONDS * 1000));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** The otpauth: URI for the QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const query = new URLSearchParams({
    algorithm: "SHA1",
    digits: String(DIGITS),
    issuer,
    period: String(STEP_SECONDS),
    secret,
  });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query}`;
}

/**
 * `uri` as an SVG QR code, with GoTrue's error correction level and a quiet zone of four modules (ISO/IEC
 * 18004).
 */
export function qrCodeSvg(uri: string): string {
  return renderSVG(uri, { ecc: "H", border: 4, pixelSize: 3 });
}

/** RFC 4226, section 5.3. */
function hotp(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", decodeBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const value = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(value % 10 ** DIGITS).padStart(DIGITS, "0");
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
