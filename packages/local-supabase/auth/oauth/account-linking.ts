import type { Queryable } from "../../database.ts";
import { AuthError } from "../errors.ts";
import {
  dropUnconfirmedIdentities,
  findIdentity,
  type Identity,
  insertIdentity,
  refreshProviders,
} from "../users/identities.ts";
import {
  confirmUser,
  createUser,
  findEmailOwner,
  findUserById,
  mergeMetadata,
  type User,
} from "../users/users.ts";
import type { ProviderProfile } from "./providers.ts";

/** The signed-in user and the action for the audit log. */
interface LinkedAccount {
  user: User;
  action: "login" | "identity_linked" | "user_signedup";
}

/**
 * Finds or creates the account for a provider sign-in: by identity, else by verified address, else new
 * (supabase.com/docs, "Identity linking"). Throws 422 when the address is unverified.
 */
export async function linkOrCreateAccount(
  tx: Queryable,
  provider: string,
  profile: ProviderProfile,
): Promise<LinkedAccount> {
  const identity = await findIdentity(tx, provider, profile.data.sub);
  if (identity) return { user: await updateLinkedAccount(tx, identity, profile), action: "login" };
  const email = profile.verifiedEmail;
  if (email === undefined) throw unverifiedEmail(provider);

  const owner = await findEmailOwner(tx, email);
  const newUser = { email, passwordHash: null, provider, metadata: profile.data };
  const user = owner ?? (await createUser(tx, newUser));
  const added = await insertIdentity(tx, user.id, provider, profile.data);
  if (user.email_confirmed_at) {
    const merged = await mergeMetadata(tx, user, "raw_user_meta_data", profile.data);
    return { user: await refreshProviders(tx, merged), action: "identity_linked" };
  }
  // The earlier sign-up with this address was never confirmed.
  const confirmed = await confirmUser(tx, await dropUnconfirmedIdentities(tx, user, added));
  return { user: confirmed, action: "user_signedup" };
}

async function updateLinkedAccount(
  tx: Queryable,
  identity: Identity,
  { data }: ProviderProfile,
): Promise<User> {
  await tx`
    update auth.identities
    set identity_data = ${tx.json(data)}, last_sign_in_at = now(), updated_at = now()
    where id = ${identity.id}`;
  const user = await findUserById(tx, identity.user_id);
  if (!user) throw new Error(`Identity ${identity.id} has no user`);
  return refreshProviders(tx, await mergeMetadata(tx, user, "raw_user_meta_data", data));
}

function unverifiedEmail(provider: string): AuthError {
  const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;
  return new AuthError(422, "provider_email_needs_verification", message);
}
