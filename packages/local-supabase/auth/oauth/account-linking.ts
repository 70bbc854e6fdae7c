import type { Queryable } from "../../database.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { sendToken } from "../mail/send-emails.ts";
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

interface ProviderSignIn {
  readonly provider: string;
  readonly profile: ProviderProfile;
  /** The address that an emailed link leads to. */
  readonly redirect: string;
}

/** The signed-in user and the action for the audit log. */
interface LinkedAccount {
  user: User;
  action: "login" | "identity_linked" | "user_signedup";
}

/**
 * Finds or creates the account for a provider sign-in: by identity, else by verified address, else new
 * (supabase.com/docs, "Identity linking"). An unverified address links to no account: where it has one, the
 * new account has no address; else GoTrue emails a confirmation link. Either returns the error, and keeps the
 * account (`NewCommitWithError` in `internal/api/external.go`).
 */
export async function linkOrCreateAccount(
  ctx: AuthContext,
  tx: Queryable,
  { provider, profile, redirect }: ProviderSignIn,
): Promise<LinkedAccount | AuthError> {
  const known = await findIdentity(tx, provider, profile.data.sub);
  const user = known
    ? await updateLinkedAccount(tx, known, profile)
    : await findOrCreateUser(tx, provider, profile);
  const identity = known ?? (await insertIdentity(tx, user.id, provider, profile.data));
  if (user.email_confirmed_at) {
    if (known) return { user, action: "login" };
    const merged = await mergeMetadata(tx, user, "raw_user_meta_data", profile.data);
    return { user: await refreshProviders(tx, merged), action: "identity_linked" };
  }
  // An earlier sign-up with this address was never confirmed.
  const claimed = await dropUnconfirmedIdentities(tx, user, identity);
  if (profile.isVerified) return { user: await confirmUser(tx, claimed), action: "user_signedup" };
  if (claimed.email === null) return unverified(provider);
  await sendToken(ctx, tx, claimed, "confirmation", { redirect, challenge: undefined });
  return unverified(provider, { isEmailed: true });
}

async function findOrCreateUser(
  tx: Queryable,
  provider: string,
  { email, isVerified, data }: ProviderProfile,
): Promise<User> {
  const owner = await findEmailOwner(tx, email);
  if (owner && isVerified) return owner;
  const newUser = { email: owner ? null : email, passwordHash: null, provider, metadata: data };
  return createUser(tx, newUser);
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

function unverified(provider: string, { isEmailed = false } = {}): AuthError {
  const next = isEmailed
    ? `A confirmation email has been sent to your ${provider} email`
    : `Verify the email with ${provider} in order to sign in`;
  const message = `Unverified email with ${provider}. ${next}`;
  return new AuthError(422, "provider_email_needs_verification", message);
}
