import type { JsonObject, Queryable } from "../../database.ts";
import { expectSingleRow, mergeMetadata, type User } from "./users.ts";

/** A row of auth.identities. */
export interface Identity {
  id: string;
  provider_id: string;
  user_id: string;
  identity_data: JsonObject;
  provider: string;
  email: string | null;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export function listIdentities(db: Queryable, userId: string): Promise<Identity[]> {
  return db<Identity[]>`
    select * from auth.identities where user_id = ${userId} order by created_at, provider`;
}

export async function findIdentity(
  db: Queryable,
  provider: string,
  providerId: string,
): Promise<Identity | undefined> {
  const [identity] = await db<Identity[]>`
    select * from auth.identities where provider = ${provider} and provider_id = ${providerId}`;
  return identity;
}

/** Adds an identity whose provider id is `data.sub`. */
export async function insertIdentity(
  db: Queryable,
  userId: string,
  provider: string,
  data: JsonObject & { sub: string },
): Promise<Identity> {
  const rows = await db<Identity[]>`
    insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
    values (${userId}, ${provider}, ${data.sub}, ${db.json(data)}, now())
    returning *`;
  return expectSingleRow(rows);
}

/** Identity data of an email sign-up. */
export function emailIdentityData(user: User, verified: boolean): JsonObject & { sub: string } {
  return { sub: user.id, email: user.email, email_verified: verified, phone_verified: false };
}

/** Merges `updates` into an identity's data. */
export async function updateIdentityData(
  db: Queryable,
  identity: Identity,
  updates: JsonObject,
): Promise<void> {
  await db`
    update auth.identities
    set identity_data = ${db.json({ ...identity.identity_data, ...updates })}, updated_at = now()
    where id = ${identity.id}`;
}

/** Sets the address of the user's email identity, creating it if needed. */
export async function setEmailIdentity(
  db: Queryable,
  userId: string,
  email: string,
  verified: boolean,
): Promise<void> {
  const identity = await findIdentity(db, "email", userId);
  const data = { email, email_verified: verified };
  if (identity) await updateIdentityData(db, identity, data);
  else await insertIdentity(db, userId, "email", { sub: userId, ...data, phone_verified: false });
}

/** Updates app_metadata.provider(s) from the identities, oldest first. */
export async function refreshProviders(db: Queryable, user: User): Promise<User> {
  const identities = await listIdentities(db, user.id);
  const providers = [...new Set(identities.map((identity) => identity.provider))];
  const provider = providers[0] ?? null;
  return mergeMetadata(db, user, "raw_app_meta_data", { provider, providers });
}

/**
 * Removes all other identities and the password of an unconfirmed user, so that the confirmed owner of the
 * address does not share the account with an unverified claimant.
 */
export async function dropUnconfirmedIdentities(
  db: Queryable,
  user: User,
  remaining: Identity,
): Promise<User> {
  if (remaining.provider !== "email") {
    await db`update auth.users set encrypted_password = null where id = ${user.id}`;
  }
  await db`delete from auth.identities where user_id = ${user.id} and id <> ${remaining.id}`;
  const merged = await mergeMetadata(db, user, "raw_user_meta_data", remaining.identity_data);
  return refreshProviders(db, merged);
}
