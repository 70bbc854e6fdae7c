import { randomBytes } from "node:crypto";
import type { Queryable } from "../database.ts";
import type { AuthSettings } from "../options.ts";
import { AuthError, validationFailed } from "./errors.ts";
import { single } from "./users.ts";

/** bcrypt reads no more bytes than this. */
const MAXIMUM_BYTES = 72;
/** Hosted uses 10; local passwords guard nothing, and this makes sign-in quick. */
const BCRYPT_COST = 6;

/** Hosted hashes any bytes; pgcrypto takes text, which holds no NUL in Postgres. */
const UNHASHABLE = "\0";

/** Why a password is weak, in GoTrue's names and words; undefined when it is not. */
export interface Weakness {
  message: string;
  reasons: ("length" | "characters" | "pwned")[];
}

/** Judges `password` by the project's rules (GoTrue, internal/api/password.go). */
export function findWeakness(
  password: string,
  { config, switches }: Pick<AuthSettings, "config" | "switches">,
): Weakness | undefined {
  const { minimum_password_length: minimum } = config;
  const sets = switches.requiredCharacters ?? [];
  const found: [Weakness["reasons"][number], string][] = [];
  if (Buffer.byteLength(password) < minimum) {
    found.push(["length", `Password should be at least ${minimum} characters.`]);
  }
  if (sets.some((set) => ![...set].some((character) => password.includes(character)))) {
    const list = sets.join(", ");
    found.push(["characters", `Password should contain at least one character of each: ${list}.`]);
  }
  if (switches.leakedPasswords?.includes(password)) {
    const message =
      "Password is known to be weak and easy to guess, please choose a different one.";
    found.push(["pwned", message]);
  }
  if (found.length === 0) return undefined;
  return {
    message: found.map(([, message]) => message).join(" "),
    reasons: found.map(([reason]) => reason),
  };
}

/** Throws `weak_password` with its reasons, and 400 when `password` cannot be hashed. */
export function checkPasswordStrength(password: string, settings: AuthSettings): void {
  if (password.includes(UNHASHABLE)) throw validationFailed("Password cannot contain NUL");
  if (Buffer.byteLength(password) > MAXIMUM_BYTES) {
    throw validationFailed(`Password cannot be longer than ${MAXIMUM_BYTES} characters`);
  }
  const weakness = findWeakness(password, settings);
  if (!weakness) return;
  const extra = { weak_password: { reasons: weakness.reasons } };
  throw new AuthError(422, "weak_password", weakness.message, extra);
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
