import { describe, expect, test } from "vitest";
import {
  formatRecoveryCode,
  isRecoveryCode,
  normalizeRecoveryCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_LENGTH,
} from "./recovery-code";

describe("a recovery code", () => {
  test("has 60 bits, and is displayed in three groups", () => {
    expect(Math.log2(RECOVERY_ALPHABET.length) * RECOVERY_CODE_LENGTH).toBe(60);
    expect(formatRecoveryCode("0123456789AB")).toBe("0123-4567-89AB");
  });

  test.each(["0123-4567-89AB", "0123456789ab", " oi23 4567 89ab ", "0l23\u20134567\u201389ab"])(
    "is read from %j",
    (typed) => {
      expect(normalizeRecoveryCode(typed)).toBe("0123456789AB");
      expect(isRecoveryCode(normalizeRecoveryCode(typed))).toBe(true);
    },
  );

  test.each(["", "123456", "0123-4567-89A", "0123-4567-89AU", "0123-4567-89AB-0"])(
    "is not %j",
    (typed) => {
      expect(isRecoveryCode(normalizeRecoveryCode(typed))).toBe(false);
    },
  );
});
