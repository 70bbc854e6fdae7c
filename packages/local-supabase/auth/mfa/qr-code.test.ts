import { expect, it } from "vitest";
import { qrCodeSvg } from "./qr-code.ts";

/** The dark modules of a QR code as "x,y", without the quiet zone. */
function darkModules(svg: string): Set<string> {
  const squares = svg.matchAll(/M(\d+),(\d+)h3v3h-3z/g);
  return new Set(Array.from(squares, ([, x, y]) => `${Number(x) / 3 - 4},${Number(y) / 3 - 4}`));
}

it("is an image with a quiet zone, dark on white in any color scheme", () => {
  const svg = qrCodeSvg("otpauth://totp");

  expect(svg).toContain(`viewBox="0 0 ${(25 + 8) * 3} ${(25 + 8) * 3}"`);
  expect(svg).toContain('fill="white"');
  expect(svg).not.toMatch(/#/);
});

it("has error correction level H, like GoTrue", () => {
  const dark = darkModules(qrCodeSvg("otpauth://totp"));

  // ISO/IEC 18004, 7.9: the first two format bits, masked with 10, are the level; 10 is H.
  expect(dark.has("0,0")).toBe(true);
  expect([dark.has("0,8"), dark.has("1,8")]).toEqual([false, false]);
});

it("throws for a text that does not fit", () => {
  expect(() => qrCodeSvg("x".repeat(3000))).toThrow("Data too long");
});
