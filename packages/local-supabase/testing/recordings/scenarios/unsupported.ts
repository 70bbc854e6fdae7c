import type { Recorder } from "../recorder.ts";

/** Features that are disabled in the project, as supabase-js calls them. */
export async function recordUnsupported(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("unsupported");
  await r.createUser(email);
  const { access_token: token } = await r.signIn(email);
  await r.record("SSO", "POST /sso", { body: { domain: "example.com" } });
  await r.record("Web3", "POST /token?grant_type=web3", { body: {} });
  await r.record("link an identity", "GET /user/identities/authorize?provider=google", { token });
  await r.record("unlink an identity", `DELETE /user/identities/${crypto.randomUUID()}`, { token });
  await r.record("OAuth grants", "GET /user/oauth/grants", { token });
  await r.record("OAuth authorization", "GET /oauth/authorizations/nope", { token });
  await r.record("OAuth clients", "GET /admin/oauth/clients", { key: "secret" });
  await r.record("change of phone", "PUT /user", { token, body: { phone: "+15550100000" } });
}
