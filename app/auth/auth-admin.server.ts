import type { Config } from "~/platform/config.server";

const TIMEOUT_MS = 8_000;

/**
 * Deletes a user at the auth server, which holds the right to do that so that the Worker's database
 * role need not. A user who is gone already is fine. Throws when the server refuses or says nothing.
 * Source: Supabase Auth, "DELETE /admin/users/{user_id}".
 */
export async function deleteAuthUser(supabase: Config["supabase"], userId: string): Promise<void> {
  const response = await fetch(`${supabase.url}/auth/v1/admin/users/${userId}`, {
    method: "DELETE",
    headers: {
      apikey: supabase.secretKey,
      Authorization: `Bearer ${supabase.secretKey}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ should_soft_delete: false }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok && response.status !== 404) {
    throw new Error(`The auth server did not delete the user (status ${response.status})`);
  }
}
