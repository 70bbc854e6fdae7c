import { expect, it } from "vitest";
import { createTotpSecret, qrCodeSvg, totpCode, totpMatches, totpUri } from "./totp.ts";

/** The secret of RFC 6238's test vectors, "12345678901234567890", in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [20_000_000_000, "353130"],
])("generates the code of RFC 6238 for second %i", (seconds, code) => {
  expect(totpCode(secret, seconds * 1000)).toBe(code);
});

it("accepts a code one step early or late, not two", () => {
  const now = 1_111_111_109_000;

  expect(totpMatches(secret, totpCode(secret, now - 30_000), now)).toBe(true);
  expect(totpMatches(secret, totpCode(secret, now + 30_000), now)).toBe(true);
  expect(totpMatches(secret, totpCode(secret, now + 60_000), now)).toBe(false);
  expect(totpMatches(secret, "", now)).toBe(false);
});

it("generates unique secrets of 160 bits", () => {
  expect(createTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(createTotpSecret()).not.toBe(createTotpSecret());
});

it("has issuer and account in the URI", () => {
  expect(totpUri(secret, "localhost:5173", "ann@example.com")).toBe(
    `otpauth://totp/localhost%3A5173:ann%40example.com?algorithm=SHA1&digits=6&issuer=localhost%3A5173&period=30&secret=${secret}`,
  );
});

/** The dark modules of a QR code as "x,y", without the quiet zone. */
function darkModules(svg: string): Set<string> {
  const squares = svg.matchAll(/M(\d+),(\d+)h3v3h-3z/g);
  return new Set(Array.from(squares, ([, x, y]) => `${Number(x) / 3 - 4},${Number(y) / 3 - 4}`));
}

it("is shown in a QR code: an image with a quiet zone, dark on white in any color scheme", () => {
  const svg = qrCodeSvg("otpauth://totp");

  expect(svg).toContain(`viewBox="0 0 ${(25 + 8) * 3} ${(25 + 8) * 3}"`);
  expect(svg).toContain('fill="white"');
  expect(svg).not.toMatch(/#/);
});

it("has a QR code with error correction level H, like GoTrue", () => {
  const dark = darkModules(qrCodeSvg("otpauth://totp"));

  // ISO/IEC 18004, 7.9: the first two format bits, masked with 10, are the level; 10 is H.
  expect(dark.has("0,0")).toBe(true);
  expect([dark.has("0,8"), dark.has("1,8")]).toEqual([false, false]);
});
