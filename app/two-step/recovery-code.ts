/** Digits and unambiguous letters. Source: Crockford's Base32. */
export const RECOVERY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 60 bits at five bits per character. */
export const RECOVERY_CODE_LENGTH = 12;
/** 120 bits, as version 0.1 created them. */
const LONG_CODE_LENGTH = 24;

/** Three groups of four, as displayed. */
export function formatRecoveryCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, "$&-");
}

/** Normalizes input: uppercase, without spaces and dashes, and with O, I and L read as digits. */
export function normalizeRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}

/** True if normalized input has the format of a code. */
export function isRecoveryCode(code: string): boolean {
  return (
    [RECOVERY_CODE_LENGTH, LONG_CODE_LENGTH].includes(code.length) &&
    Array.from(code).every((character) => RECOVERY_ALPHABET.includes(character))
  );
}
