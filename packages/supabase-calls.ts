import { createServerClient } from "@supabase/ssr";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";

const PASSWORD = "correct-horse-1";
const PHONE = "+15550100000";

/** The tables and functions that the calls use. */
export const CALLS_SCHEMA = `
  create table public.authors (
    id bigint generated always as identity primary key,
    name text not null unique,
    born_at timestamptz default '2026-01-02 03:04:05.678+00'
  );
  create table public.books (
    id uuid primary key default gen_random_uuid(),
    author_id bigint references public.authors,
    title text check (title <> ''),
    price numeric(10, 2),
    tags text[] default '{new}',
    data jsonb default '{"pages": 100}'
  );
  create function public.add(a int, b int) returns int language sql as 'select a + b';
  create function public.refuse() returns void language plpgsql as $$
    begin raise exception 'no'; end $$;
`;

interface Result {
  readonly error?: { readonly code?: string | undefined; readonly name: string } | null;
}

/** A call, its name, and the code of the error it ends with; "ok" for success. */
export type Call = readonly [name: string, code: string, call: () => PromiseLike<Result>];

/** Error codes, or names of errors without one, by call. */
export async function runCalls(calls: readonly Call[]): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const [name, , call] of calls) {
    const { error } = await call();
    outcomes[name] = error ? (error.code ?? error.name) : "ok";
  }
  return outcomes;
}

/** Calls of `@supabase/supabase-js` without a session. */
export function guestCalls(url: string): Call[] {
  const { auth, storage, functions } = createGuest(url);
  const email = "guest@example.com";
  return [
    ["signUp", "ok", () => auth.signUp({ email, password: PASSWORD, options: { data: { a: 1 } } })],
    [
      "signUp again",
      "over_email_send_rate_limit",
      () => auth.signUp({ email, password: PASSWORD }),
    ],
    ["signUp weak", "weak_password", () => auth.signUp({ email: "w@example.com", password: "x" })],
    [
      "signUp phone",
      "phone_provider_disabled",
      () => auth.signUp({ phone: PHONE, password: PASSWORD }),
    ],
    [
      "signIn unconfirmed",
      "email_not_confirmed",
      () => auth.signInWithPassword({ email, password: PASSWORD }),
    ],
    [
      "signIn unknown",
      "invalid_credentials",
      () => auth.signInWithPassword({ email: "n@example.com", password: "x" }),
    ],
    ["signInAnonymously", "anonymous_provider_disabled", () => auth.signInAnonymously()],
    ["signInWithOtp", "ok", () => auth.signInWithOtp({ email: "otp@example.com" })],
    ["signInWithOtp phone", "phone_provider_disabled", () => auth.signInWithOtp({ phone: PHONE })],
    [
      "signInWithSSO",
      "saml_provider_disabled",
      () => auth.signInWithSSO({ domain: "example.com" }),
    ],
    ["resend", "over_email_send_rate_limit", () => auth.resend({ type: "signup", email })],
    ["resetPasswordForEmail", "ok", () => auth.resetPasswordForEmail(email)],
    ["verifyOtp", "otp_expired", () => auth.verifyOtp({ type: "email", token_hash: "nope" })],
    [
      "refreshSession",
      "refresh_token_not_found",
      () => auth.refreshSession({ refresh_token: "abcdefghijkl" }),
    ],
    ["getUser", "bad_jwt", () => auth.getUser("a.b.c")],
    ["storage", "StorageApiError", () => storage.from("files").list()],
    ["functions", "FunctionsHttpError", () => functions.invoke("hello")],
  ];
}

/** Calls of a signed-in user. */
export function userCalls({ auth }: SupabaseClient): Call[] {
  return [
    ["getSession", "ok", () => auth.getSession()],
    ["getUser", "ok", () => auth.getUser()],
    ["getClaims", "ok", () => auth.getClaims()],
    ["refreshSession", "ok", () => auth.refreshSession()],
    ["updateUser data", "ok", () => auth.updateUser({ data: { name: "Ann" } })],
    ["updateUser password", "same_password", () => auth.updateUser({ password: PASSWORD })],
    ["updateUser email", "ok", () => auth.updateUser({ email: "new@example.com" })],
    ["updateUser phone", "phone_provider_disabled", () => auth.updateUser({ phone: PHONE })],
    ["reauthenticate", "ok", () => auth.reauthenticate()],
    ["getUserIdentities", "ok", () => auth.getUserIdentities()],
    ["linkIdentity", "manual_linking_disabled", () => auth.linkIdentity({ provider: "google" })],
    ["mfa.enroll", "ok", () => auth.mfa.enroll({ factorType: "totp" })],
    [
      "mfa.enroll phone",
      "mfa_phone_enroll_not_enabled",
      () => auth.mfa.enroll({ factorType: "phone", phone: PHONE }),
    ],
    [
      "mfa.challenge",
      "mfa_factor_not_found",
      () => auth.mfa.challenge({ factorId: crypto.randomUUID() }),
    ],
    ["mfa.listFactors", "ok", () => auth.mfa.listFactors()],
    ["mfa.getAuthenticatorAssuranceLevel", "ok", () => auth.mfa.getAuthenticatorAssuranceLevel()],
    ["oauth.listGrants", "feature_disabled", () => auth.oauth.listGrants()],
    ["signOut others", "ok", () => auth.signOut({ scope: "others" })],
    ["signOut", "ok", () => auth.signOut()],
  ];
}

/** Calls with the secret key, for the user `id`, who is deleted in the end. */
export function adminCalls({ auth: { admin } }: SupabaseClient, id: string): Call[] {
  const email = "managed@example.com";
  return [
    ["createUser", "ok", () => admin.createUser({ email, password: PASSWORD, role: "editor" })],
    ["createUser again", "email_exists", () => admin.createUser({ email })],
    ["createUser phone", "phone_provider_disabled", () => admin.createUser({ phone: PHONE })],
    ["getUserById", "ok", () => admin.getUserById(id)],
    ["getUserById unknown", "user_not_found", () => admin.getUserById(crypto.randomUUID())],
    ["updateUserById", "ok", () => admin.updateUserById(id, { ban_duration: "1h" })],
    ["listUsers", "ok", () => admin.listUsers({ page: 1, perPage: 2 })],
    ["generateLink", "ok", () => admin.generateLink({ type: "magiclink", email })],
    ["inviteUserByEmail", "ok", () => admin.inviteUserByEmail("invited@example.com")],
    ["mfa.listFactors", "ok", () => admin.mfa.listFactors({ userId: id })],
    ["oauth.listClients", "feature_disabled", () => admin.oauth.listClients()],
    ["deleteUser softly", "ok", () => admin.deleteUser(id, true)],
    ["deleteUser", "ok", () => admin.deleteUser(id)],
    ["deleteUser again", "user_not_found", () => admin.deleteUser(id)],
  ];
}

/** Calls of the REST API on CALLS_SCHEMA. */
export function restCalls(client: SupabaseClient): Call[] {
  const authors = () => client.from("authors");
  const books = () => client.from("books");
  return [
    ["insert", "ok", () => authors().insert([{ name: "Ann" }, { name: "Ben" }])],
    ["insert duplicate", "23505", () => authors().insert({ name: "Ann" })],
    ["insert null", "23502", () => authors().insert({ name: null })],
    ["insert unknown column", "PGRST204", () => authors().insert({ nope: 1 })],
    ["insert related", "ok", () => books().insert({ author_id: 1, title: "One", price: 9.9 })],
    ["insert unrelated", "23503", () => books().insert({ author_id: 99 })],
    ["insert invalid", "23514", () => books().insert({ title: "" })],
    ["upsert", "ok", () => authors().upsert({ name: "Ann" }, { onConflict: "name" })],
    ["update", "ok", () => books().update({ title: "Two" }).eq("title", "One").select()],
    ["select unknown table", "PGRST205", () => client.from("nope").select()],
    ["select unknown column", "42703", () => books().select("nope")],
    ["select unknown relation", "PGRST200", () => books().select("nope(*)")],
    ["filter by invalid id", "22P02", () => books().select().eq("id", "nope")],
    ["contains", "ok", () => books().select().contains("tags", ["new"])],
    ["json path", "ok", () => books().select("data->pages").eq("data->>pages", "100")],
    ["or", "ok", () => authors().select().or("name.eq.Ann,name.ilike.b%").order("name")],
    ["single", "PGRST116", () => authors().select().single()],
    ["maybeSingle", "ok", () => authors().select().eq("name", "Zoe").maybeSingle()],
    ["csv", "ok", () => authors().select().csv()],
    ["range", "PGRST103", () => authors().select("*", { count: "exact" }).range(100, 110)],
    ["other schema", "PGRST106", () => client.schema("private").from("authors").select()],
    ["rpc", "ok", () => client.rpc("add", { a: 1, b: 2 })],
    ["rpc by GET", "ok", () => client.rpc("add", { a: 1, b: 2 }, { get: true })],
    ["rpc unknown", "PGRST202", () => client.rpc("nope")],
    ["rpc that raises", "P0001", () => client.rpc("refuse")],
    ["delete", "ok", () => authors().delete().eq("name", "Ben")],
  ];
}

/** Calls of `@supabase/ssr` with one cookie jar. */
export function serverCalls(url: string, cookies: Map<string, string>, email: string): Call[] {
  const { auth } = createServerClient(url, "sb_publishable_local", {
    cookies: {
      getAll: () => Array.from(cookies, ([name, value]) => ({ name, value })),
      setAll: (changes) => {
        for (const { name, value } of changes) cookies.set(name, value);
      },
    },
  });
  return [
    ["getUser without cookies", "AuthSessionMissingError", () => auth.getUser()],
    ["signInWithPassword", "ok", () => auth.signInWithPassword({ email, password: PASSWORD })],
    ["getUser", "ok", () => auth.getUser()],
    ["getClaims", "ok", () => auth.getClaims()],
    ["signInWithOAuth", "ok", () => auth.signInWithOAuth({ provider: "github" })],
    ["exchangeCodeForSession", "flow_state_not_found", () => auth.exchangeCodeForSession("nope")],
  ];
}

/** A client whose session is kept in memory. */
export function createGuest(url: string, key = "sb_publishable_local"): SupabaseClient {
  return createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } });
}
