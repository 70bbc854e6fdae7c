import type { JsonObject, JsonValue, Queryable } from "../../database.ts";
import { AuthError } from "../errors.ts";

/** A row of auth.users. */
export interface User {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  phone: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_token: string;
  confirmation_sent_at: Date | null;
  recovery_token: string;
  recovery_sent_at: Date | null;
  email_change: string;
  email_change_token_new: string;
  email_change_token_current: string;
  email_change_sent_at: Date | null;
  email_change_confirm_status: number;
  reauthentication_token: string;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: JsonObject;
  raw_user_meta_data: JsonObject;
  banned_until: Date | null;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  is_anonymous: boolean;
}

type Metadata = "raw_app_meta_data" | "raw_user_meta_data";
type UserChanges = Partial<Omit<User, "id" | "confirmed_at" | Metadata>>;

interface NewUser {
  id?: string;
  email: string | null;
  passwordHash: string | null;
  provider: string;
  metadata: JsonObject;
}

/**
 * Inserts an unconfirmed user with `metadata`, so that the app's trigger on auth.users sees it. Throws
 * hosted's error when that fails, e.g. in the trigger.
 */
export async function createUser(db: Queryable, user: NewUser): Promise<User> {
  const appMetadata = { provider: user.provider, providers: [user.provider] };
  const rows = await db<User[]>`
    insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values (
      ${user.id ?? crypto.randomUUID()}, ${user.email}, ${user.passwordHash},
      ${db.json(appMetadata)}, ${db.json(user.metadata)}
    )
    returning *`.catch((error: unknown) => {
    console.error("Supabase Auth: saving a new user failed.", error);
    throw new AuthError(500, "unexpected_failure", "Database error saving new user");
  });
  return expectSingleRow(rows);
}

export async function findUserById(db: Queryable, id: string): Promise<User | undefined> {
  const [user] = await db<User[]>`select * from auth.users where id = ${id}`;
  return user;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<User | undefined> {
  const [user] = await db<User[]>`
    select * from auth.users where lower(email) = ${email.toLowerCase()} and not is_sso_user`;
  return user;
}

/** The account with `email` as its own or an identity's address, other than `exceptUserId`. */
export async function findEmailOwner(
  db: Queryable,
  email: string,
  exceptUserId: string | null = null,
): Promise<User | undefined> {
  const [user] = await db<User[]>`
    select * from auth.users u
    where u.id is distinct from ${exceptUserId}
      and (lower(u.email) = ${email.toLowerCase()}
        or exists (select from auth.identities i
          where i.user_id = u.id and i.email = ${email.toLowerCase()}))
    limit 1`;
  return user;
}

/** Updates a user; returns the row after triggers. */
export async function updateUser(db: Queryable, id: string, changes: UserChanges): Promise<User> {
  const rows = await db<User[]>`
    update auth.users set ${db({ ...changes, updated_at: new Date() })}
    where id = ${id} returning *`;
  return expectSingleRow(rows);
}

/** Merges `updates` into a metadata column; null removes a key, as in GoTrue. */
export async function mergeMetadata(
  db: Queryable,
  user: User,
  column: Metadata,
  updates: JsonObject,
): Promise<User> {
  const merged = removeNulls({ ...user[column], ...updates });
  const rows = await db<User[]>`
    update auth.users set ${db(column)} = ${db.json(merged)}, updated_at = now()
    where id = ${user.id} returning *`;
  return expectSingleRow(rows);
}

/**
 * Voids every link of the user, as GoTrue does whenever one is used; the columns of auth.users keep theirs.
 */
export async function deleteOneTimeTokens(db: Queryable, userId: string): Promise<void> {
  await db`delete from auth.one_time_tokens where user_id = ${userId}`;
}

/** Marks the email address as confirmed and consumes the confirmation token. */
export async function confirmUser(db: Queryable, user: User): Promise<User> {
  const confirmed = await updateUser(db, user.id, {
    confirmation_token: "",
    email_confirmed_at: new Date(),
  });
  await deleteOneTimeTokens(db, user.id);
  return mergeMetadata(db, confirmed, "raw_user_meta_data", { email_verified: true });
}

/**
 * Stores a new password and invalidates pending links and codes. The caller ends the user's other sessions.
 */
export function storePassword(db: Queryable, userId: string, passwordHash: string): Promise<User> {
  return updateUser(db, userId, {
    encrypted_password: passwordHash,
    confirmation_token: "",
    confirmation_sent_at: null,
    recovery_token: "",
    recovery_sent_at: null,
    email_change_token_current: "",
    email_change_token_new: "",
    email_change_sent_at: null,
    reauthentication_token: "",
    reauthentication_sent_at: null,
  });
}

export function isBanned(user: User): boolean {
  return user.banned_until !== null && user.banned_until > new Date();
}

/** The first row. Throws when there is none. */
export function expectSingleRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("Expected one row, got none");
  return row;
}

function removeNulls(object: JsonObject): JsonObject {
  const entries = Object.entries(object).filter(([, value]: [string, JsonValue]) => value !== null);
  return Object.fromEntries(entries);
}
