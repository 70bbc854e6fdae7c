/**
 * Stands in for `@supabase/supabase-js` in the Worker (vite.config.ts): its client without database,
 * storage, functions and realtime, which this product does not use, a tenth of the upload.
 * `@supabase/ssr` builds its client with it; the options mean what they mean to supabase-js.
 */
import { AuthClient } from "@supabase/auth-js";

export interface AuthOnlyClient {
  readonly auth: InstanceType<typeof AuthClient>;
}

type AuthOptions = NonNullable<ConstructorParameters<typeof AuthClient>[0]>;

/** A client of the auth server at `supabaseUrl`. */
export function createClient(
  supabaseUrl: string,
  key: string,
  options: {
    readonly auth?: AuthOptions;
    readonly global?: {
      readonly fetch?: typeof fetch;
      readonly headers?: Readonly<Record<string, string>>;
    };
  },
): AuthOnlyClient {
  const auth = new AuthClient({
    ...options.auth,
    url: new URL("auth/v1", supabaseUrl.endsWith("/") ? supabaseUrl : `${supabaseUrl}/`).href,
    headers: { Authorization: `Bearer ${key}`, apikey: key, ...options.global?.headers },
    ...(options.global?.fetch ? { fetch: options.global.fetch } : {}),
  });
  return { auth };
}
