import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { qrCodeModules, qrCodeSvg } from "./qr-code.ts";

/** The expectations here are codes that an independent reader has read back. */
function draw(modules: boolean[][]): string {
  return modules.map((row) => row.map((dark) => (dark ? "█" : "·")).join("")).join("\n");
}

it("draws a short text as a code of version 1", () => {
  expect(draw(qrCodeModules("otpauth://totp"))).toMatchInlineSnapshot(`
    "███████···█·█·███████
    █·····█·····█·█·····█
    █·███·█·█·█···█·███·█
    █·███·█·····█·█·███·█
    █·███·█··█··█·█·███·█
    █·····█··███··█·····█
    ███████·█·█·█·███████
    ········█·██·········
    ███·█████·█·███···█··
    ████·█··█···███·█···█
    ·██████·██·██···█·███
    █·███··█··██·█·█····█
    █·█·██████·██····█·█·
    ········█···█·████·██
    ███████·█··███·██·███
    █·····█·███·██·█···██
    █·███·█·██·█···██··█·
    █·███·█···███·█·██·█·
    █·███·█·█·████·████·█
    █·····█·████·······█·
    ███████·██████·███·██"
  `);
});

it("draws an address of the usual length with several blocks and version bits", () => {
  const modules = qrCodeModules("otpauth://totp/x?secret=".padEnd(250, "ABCDEFG234567"));

  expect(modules).toHaveLength(57);
  const digest = createHash("sha256").update(draw(modules)).digest("hex");
  expect(digest).toMatchInlineSnapshot(
    `"addb64d1ac5a636bebffe7ae638d6251e4000145bbb19f9984e4f45fd5a93ae6"`,
  );
});

it("is an image with a quiet zone, dark on white in any colour scheme", () => {
  const svg = qrCodeSvg("otpauth://totp");

  expect(svg).toContain('viewBox="0 0 29 29"');
  expect(svg).toContain('fill="white"');
  expect(svg).not.toMatch(/#/);
});

it("refuses a text that does not fit", () => {
  expect(() => qrCodeSvg("x".repeat(859))).toThrow("Too long for a QR code: 859 bytes");
});
