import { randomBytes } from "node:crypto";
import type { AuthSettings } from "../../config/options.ts";
import type { Queryable } from "../../database.ts";
import { AuthError, validationFailed } from "../errors.ts";
import { expectSingleRow } from "../users/users.ts";

/** bcrypt's input limit. */
const MAX_BYTES = 72;
/** Hosted uses 10; a lower cost makes local sign-in fast. */
const BCRYPT_COST = 6;

/** Hosted hashes any bytes; Postgres text, which pgcrypto takes, cannot contain NUL. */
const NUL = "\0";

type PasswordRules = Pick<AuthSettings, "config" | "leakedPasswords">;

/** GoTrue's reasons why a password is weak. */
interface Weakness {
  message: string;
  reasons: ("length" | "pwned")[];
}

/** Checks `password` against the project's rules (GoTrue, internal/api/password.go). */
export function findPasswordWeakness(
  password: string,
  { config, leakedPasswords }: PasswordRules,
): Weakness | undefined {
  const { minimum_password_length: minimum } = config;
  if (Buffer.byteLength(password) < minimum) {
    return { message: `Password should be at least ${minimum} characters.`, reasons: ["length"] };
  }
  if (!leakedPasswords.includes(password)) return undefined;
  const message = "Password is known to be weak and easy to guess, please choose a different one.";
  return { message, reasons: ["pwned"] };
}

/** Throws `weak_password` with reasons, or 400 when `password` cannot be hashed. */
export function checkPasswordStrength(password: string, settings: PasswordRules): void {
  if (password.includes(NUL)) throw validationFailed("Password cannot contain NUL");
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw validationFailed(`Password cannot be longer than ${MAX_BYTES} characters`);
  }
  const weakness = findPasswordWeakness(password, settings);
  if (!weakness) return;
  const extra = { weak_password: { reasons: weakness.reasons } };
  throw new AuthError(422, "weak_password", weakness.message, extra);
}

/** Hashes with pgcrypto's bcrypt, in the format of hosted Supabase. */
export async function hashPassword(db: Queryable, password: string): Promise<string> {
  const rows = await db<{ hash: string }[]>`
    select extensions.crypt(${password}, extensions.gen_salt('bf', ${BCRYPT_COST})) as hash`;
  return expectSingleRow(rows).hash;
}

export async function passwordMatches(
  db: Queryable,
  password: string,
  hash: string | null,
): Promise<boolean> {
  if (!hash || password.includes(NUL)) return false;
  const rows = await db<{ matches: boolean }[]>`
    select extensions.crypt(${password}, ${hash}) = ${hash} as matches`;
  return expectSingleRow(rows).matches;
}

/** Generates a password for an account without a chosen one. */
export function generateRandomPassword(): string {
  return randomBytes(32).toString("base64url");
}
