/** Calls to the auth server's admin API, with the secret key. */
import * as v from "valibot";
import type { Config } from "~/platform/config.server";

/** Of a call with its retry. */
const TIMEOUT_MS = 8_000;

/** GoTrue encodes an empty list as null. */
const factorsSchema = v.nullable(v.array(v.object({ id: v.pipe(v.string(), v.uuid()) })));

/**
 * Deletes a user through the auth server, so that the Worker's database role does not need the permission. Succeeds if
 * the user is already deleted; throws if the server fails or does not respond.
 * Source: Supabase Auth, "DELETE /admin/users/{user_id}".
 */
export async function deleteAuthUser(supabase: Config["supabase"], userId: string): Promise<void> {
  const response = await callAdmin(supabase, "DELETE", `users/${userId}`, {
    should_soft_delete: false,
  });
  await response.body?.cancel();
  if (!response.ok && response.status !== 404) {
    throw new Error(`The auth server did not delete the user (status ${response.status})`);
  }
}

/**
 * Removes all authenticator apps of a user, including unverified ones. Sends no email. Throws if the server fails or
 * does not respond; some may be removed by then, and a retry removes the others.
 * Source: Supabase Auth, "GET /admin/users/{user_id}/factors", "DELETE …/factors/{factor_id}".
 */
export async function removeAuthFactors(
  supabase: Config["supabase"],
  userId: string,
): Promise<void> {
  const listed = await callAdmin(supabase, "GET", `users/${userId}/factors`);
  if (!listed.ok) {
    await listed.body?.cancel();
    throw new Error(`The auth server did not list the factors (status ${listed.status})`);
  }
  const factors = v.parse(factorsSchema, await listed.json()) ?? [];
  for (const { id } of factors) {
    const removed = await callAdmin(supabase, "DELETE", `users/${userId}/factors/${id}`);
    await removed.body?.cancel();
    if (!removed.ok && removed.status !== 404) {
      throw new Error(`The auth server did not remove a factor (status ${removed.status})`);
    }
  }
}

/** Every call is idempotent. After a lost response, a retry finds that its work is done (404). */
async function callAdmin(
  { url, secretKey }: Config["supabase"],
  method: "GET" | "DELETE",
  path: string,
  body?: object,
): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const call = () =>
    fetch(`${url}/auth/v1/admin/${path}`, {
      method,
      headers: {
        apikey: secretKey,
        Authorization: `Bearer ${secretKey}`,
        "Content-Type": "application/json",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    });
  const response = await call().catch(() => undefined);
  if (response && response.status < 500) return response;
  await response?.body?.cancel();
  return call();
}
