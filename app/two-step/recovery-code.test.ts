import { describe, expect, test } from "vitest";
import { formatRecoveryCode, isRecoveryCode, normalizeRecoveryCode } from "./recovery-code";

describe("a recovery code", () => {
  test("is shown in four groups", () => {
    expect(formatRecoveryCode("0123456789ABCDEF")).toBe("0123-4567-89AB-CDEF");
  });

  test.each([
    "0123-4567-89AB-CDEF",
    "0123456789abcdef",
    " oi23 4567 89ab cdef ",
    "0l23\u20134567\u201389ab\u2013cdef",
  ])("is read from %j", (typed) => {
    expect(normalizeRecoveryCode(typed)).toBe("0123456789ABCDEF");
    expect(isRecoveryCode(normalizeRecoveryCode(typed))).toBe(true);
  });

  test.each(["", "123456", "0123-4567-89AB-CDE", "0123-4567-89AB-CDEU", "0123-4567-89AB-CDEF-0"])(
    "is not %j",
    (typed) => {
      expect(isRecoveryCode(normalizeRecoveryCode(typed))).toBe(false);
    },
  );
});
