/** Accounts for measurements. */
import { LOCAL_PASSWORD } from "../../tools/shared/settings.ts";
import { createAccount, sessionCookie, signIn, type Tokens } from "../support/auth-server.ts";
import type { Product } from "../support/product.ts";

export interface Owner {
  readonly id: string;
  readonly account: { readonly email: string; readonly password: string };
  readonly tokens: Tokens;
  /** The session's Cookie header. */
  readonly cookie: string;
}

/** Creates a signed-in account. */
export async function createOwner({ ports }: Product): Promise<Owner> {
  const account = { email: `bench-${crypto.randomUUID()}@example.com`, password: LOCAL_PASSWORD };
  const supabaseUrl = `http://127.0.0.1:${ports.supabase}`;
  const id = await createAccount(supabaseUrl, account.email);
  const tokens = await signIn(supabaseUrl, account.email);
  return { id, account, tokens, cookie: sessionCookie(tokens) };
}
