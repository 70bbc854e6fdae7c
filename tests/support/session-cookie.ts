import type { Config } from "../../app/platform/config.server.ts";

/** The session cookie of a new account, as a `Cookie` header. */
export async function createSessionCookie(
  supabase: Config["supabase"],
  email = `person-${crypto.randomUUID()}@example.com`,
): Promise<string> {
  const call = async (path: string, key: string, body: object): Promise<unknown> => {
    const response = await fetch(`${supabase.url}/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey: key, Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const account = { email, password: "correct-horse-1" };
  await call("admin/users", supabase.secretKey, { ...account, email_confirm: true });
  const tokens = await call("token?grant_type=password", supabase.publishableKey, account);
  return `sb-127-auth-token=base64-${Buffer.from(JSON.stringify(tokens)).toString("base64url")}`;
}
