/** How a recovery code is written. */

/** Digits and letters without those that look alike. Source: Crockford's Base32. */
export const RECOVERY_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 120 bits: five a character. */
export const RECOVERY_CODE_LENGTH = 24;

/** Six groups of four, as people read and type them. */
export function formatRecoveryCode(code: string): string {
  return code.replace(/.{4}(?=.)/g, "$&-");
}

/** What was typed as it is compared: no spaces, dashes or small letters, and O, I and L as the digits meant. */
export function normalizeRecoveryCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}

/** True for the normalized text of a code, whether or not anybody has it. */
export function isRecoveryCode(code: string): boolean {
  return (
    code.length === RECOVERY_CODE_LENGTH &&
    Array.from(code).every((character) => RECOVERY_ALPHABET.includes(character))
  );
}
