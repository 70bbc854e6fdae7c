import { randomBytes } from "node:crypto";
import type { Queryable } from "../database.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { single } from "./users.ts";

/** bcrypt reads no more bytes than this. */
const MAXIMUM_BYTES = 72;
/** Hosted uses 10; local passwords guard nothing, and this makes sign-in quick. */
const BCRYPT_COST = 6;

/** Hosted hashes any bytes; pgcrypto takes text, which holds no NUL in Postgres. */
const UNHASHABLE = "\0";

/** Throws `weak_password` with its reasons when `password` is too short, 400 when it cannot be hashed. */
export function checkPasswordStrength(password: string, minimumLength: number): void {
  if (password.includes(UNHASHABLE)) throw validationFailed("Password cannot contain NUL");
  if (Buffer.byteLength(password) > MAXIMUM_BYTES) {
    throw validationFailed(`Password cannot be longer than ${MAXIMUM_BYTES} characters`);
  }
  if (Buffer.byteLength(password) < minimumLength) {
    const message = `Password should be at least ${minimumLength} characters.`;
    const reasons = { weak_password: { reasons: ["length"] } };
    throw new AuthError(422, "weak_password", message, reasons);
  }
}

/** A bcrypt hash, made by pgcrypto, which writes the format hosted has in this column. */
export async function hashPassword(db: Queryable, password: string): Promise<string> {
  const rows = await db<{ hash: string }[]>`
    select extensions.crypt(${password}, extensions.gen_salt('bf', ${BCRYPT_COST})) as hash`;
  return single(rows).hash;
}

export async function passwordMatches(
  db: Queryable,
  password: string,
  hash: string | null,
): Promise<boolean> {
  if (!hash || password.includes(UNHASHABLE)) return false;
  const rows = await db<{ matches: boolean }[]>`
    select extensions.crypt(${password}, ${hash}) = ${hash} as matches`;
  return single(rows).matches;
}

/** For accounts whose owner has not chosen a password. */
export function unguessablePassword(): string {
  return randomBytes(32).toString("base64url");
}
