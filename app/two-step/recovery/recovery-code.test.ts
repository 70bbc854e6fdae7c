import { describe, expect, test } from "vitest";
import {
  formatRecoveryCode,
  isRecoveryCode,
  normalizeRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
} from "./recovery-code";

describe("a recovery code", () => {
  test("has 120 bits, and is displayed in six groups", () => {
    expect(Math.log2(RECOVERY_ALPHABET.length) * RECOVERY_CODE_LENGTH).toBe(120);
    expect(formatRecoveryCode("0123456789ABCDEFGHJKMNPQ")).toBe("0123-4567-89AB-CDEF-GHJK-MNPQ");
  });

  test.each([
    "0123-4567-89AB-CDEF-GHJK-MNPQ",
    "0123456789abcdefghjkmnpq",
    " oi23 4567 89ab cdef ghjk mnpq ",
    "0l23\u20134567\u201389ab\u2013cdef\u2013ghjk\u2013mnpq",
  ])("is read from %j", (typed) => {
    expect(normalizeRecoveryCode(typed)).toBe("0123456789ABCDEFGHJKMNPQ");
    expect(isRecoveryCode(normalizeRecoveryCode(typed))).toBe(true);
  });

  test.each([
    "",
    "123456",
    "0123-4567-89AB-CDEF",
    "0123-4567-89AB-CDEF-GHJK-MNP",
    "0123-4567-89AB-CDEF-GHJK-MNPU",
    "0123-4567-89AB-CDEF-GHJK-MNPQ-0",
  ])("is not %j", (typed) => {
    expect(isRecoveryCode(normalizeRecoveryCode(typed))).toBe(false);
  });
});
