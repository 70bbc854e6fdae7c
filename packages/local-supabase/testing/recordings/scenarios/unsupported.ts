import { PASSWORD, type Recorder, type Request } from "../recorder.ts";

const ID = "11111111-1111-4111-8111-111111111111";
const PHONE = "+15550100000";

/** Features that are disabled in the project, and requests that no client of Supabase sends. */
export async function recordUnsupported(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("unsupported");
  const id = await r.createUser(email);
  const { access_token: token } = await r.signIn(email);
  const [guest, user, admin] = [{}, { token }, { key: "secret" }] as const;
  const [other, next] = [r.uniqueEmail("other-fields"), r.uniqueEmail("next")];
  const post = (body: object, request: Request = {}): Request => ({ ...request, body });
  const calls: readonly (readonly [step: string, endpoint: string, request: Request])[] = [
    ["page 0 of users", "GET /admin/users?page=0&per_page=1", admin],
    ["SSO", "POST /sso", post({ domain: "example.com" })],
    ["SAML", "GET /sso/saml/metadata", guest],
    ["Web3", "POST /token?grant_type=web3", post({})],
    ["ID token", "POST /token?grant_type=id_token", post({ provider: "google", id_token: "a.b" })],
    ["link an identity", "GET /user/identities/authorize?provider=google", user],
    ["link an identity without a user", "GET /user/identities/authorize?provider=google", guest],
    ["unlink an identity", `DELETE /user/identities/${ID}`, user],
    ["OAuth grants", "GET /user/oauth/grants", user],
    ["OAuth grants without a user", "GET /user/oauth/grants", guest],
    ["OAuth authorization", "GET /oauth/authorizations/nope", user],
    ["OAuth clients", "GET /admin/oauth/clients", admin],
    ["OAuth clients without the secret key", "GET /admin/oauth/clients", guest],
    ["SSO providers", "GET /admin/sso/providers", admin],
    ["custom providers", "GET /admin/custom-providers", admin],
    ["audit log", "GET /admin/audit?page=9", admin],
    ["audit log without the secret key", "GET /admin/audit", guest],
    ["unknown admin path with a user's token", "GET /admin/nothing", user],
    ["OpenID configuration", "GET /.well-known/openid-configuration", guest],
    ["OAuth server metadata", "GET /.well-known/oauth-authorization-server", guest],
    ["SCIM", "GET /scim/v2/Users", admin],
    ["unknown path", "GET /nothing", guest],
    ["unknown admin path", "GET /admin/nothing", admin],
    ["wrong method", "GET /signup", guest],
    ["wrong method for the user", "PATCH /user", post({}, user)],
    ["trailing slash", "GET /user/", user],
    ["callback by POST", "POST /callback", post({})],
    ["magic link of the first API version", "POST /magiclink", post({ email: "old@example.com" })],
    ["rename a factor", `PUT /admin/users/${id}/factors/${ID}`, post({}, admin)],
    ["sign up by phone", "POST /signup", post({ phone: PHONE, password: PASSWORD })],
    ["sign up by both", "POST /signup", post({ phone: PHONE, email, password: PASSWORD })],
    ["code by phone", "POST /otp", post({ phone: PHONE, create_user: false })],
    ["resend by phone", "POST /resend", post({ type: "sms", phone: PHONE })],
    ["verify by phone", "POST /verify", post({ type: "sms", phone: PHONE, token: "123456" })],
    ["change of phone", "PUT /user", post({ phone: PHONE }, user)],
    ["create with a phone", "POST /admin/users", post({ phone: PHONE }, admin)],
    ["factor by phone", "POST /factors", post({ factor_type: "phone", phone: PHONE }, user)],
    ["create with an invalid id", "POST /admin/users", post({ email: other, id: "x" }, admin)],
    ["create with an audience", "POST /admin/users", post({ email: other, aud: "x" }, admin)],
    [
      "create with a wrong hash",
      "POST /admin/users",
      post({ email: next, password_hash: "x" }, admin),
    ],
    ["users that match nothing", "GET /admin/users?filter=nope", admin],
    ["link without a type", "GET /verify?token=abc", guest],
    ["verify an invalid address", "POST /verify", post({ type: "email", email: "x", token: "1" })],
  ];
  for (const [step, endpoint, request] of calls) await r.record(step, endpoint, request);
}
