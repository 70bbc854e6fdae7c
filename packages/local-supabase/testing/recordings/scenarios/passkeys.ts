import { decodeJwt } from "jose";
import { type Authenticator, type Ceremony, createAuthenticator } from "../../../authenticator.ts";
import { type Recorder, readString, readTokens } from "../recorder.ts";

const REGISTRATION_OPTIONS = "/passkeys/registration/options";
const REGISTRATION = "/passkeys/registration/verify";
const SIGN_IN_OPTIONS = "/passkeys/authentication/options";
const SIGN_IN = "/passkeys/authentication/verify";
const MAX_PASSKEYS = 10;

/** Passkeys: registration, sign-in, management, and every rejection. */
export async function recordPasskeys(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("passkey");
  const id = await r.createUser(email, { user_metadata: { name: "Ann Lee" } });
  const { access_token: token } = await r.signIn(email);
  const authenticator = createAuthenticator(r.siteUrl);

  await r.record("list without passkeys", "GET /passkeys", { token });
  const options = await r.post("registration options", REGISTRATION_OPTIONS, {}, { token });
  const body = authenticator.create(options.body);
  const created = await r.post("registration", REGISTRATION, body, { token });
  await r.post("registration twice", REGISTRATION, body, { token });
  const again = authenticator.create(await startRegistration(r, token));
  await r.post("registration of the same credential", REGISTRATION, again, { token });
  await r.post("registration options with a passkey", REGISTRATION_OPTIONS, {}, { token });
  await r.post("registration options without a user", REGISTRATION_OPTIONS, {});
  const user: Registered = { token, id, authenticator, passkeyId: readString(created.body, "id") };
  await recordRejectedRegistrations(r, user);
  await recordSignIn(r, user);
  await recordRejectedSignIns(r, user);
  await recordUnusableAccounts(r, user);
  await recordSecondFactor(r, email, user);
  await recordManagement(r, user);
}

interface Registered {
  readonly token: string;
  readonly id: string;
  readonly authenticator: Authenticator;
  readonly passkeyId: string;
}

async function recordRejectedRegistrations(r: Recorder, { token }: Registered): Promise<void> {
  const verify = (step: string, body: object, bearer = token) =>
    r.post(`registration: ${step}`, REGISTRATION, body, { token: bearer });
  const start = () => startRegistration(r, token);
  const attempt = async (step: string, ceremony: Ceremony) =>
    verify(step, createAuthenticator(r.siteUrl).create(await start(), ceremony));

  await verify("no challenge", {});
  await verify("no credential", { challenge_id: crypto.randomUUID() });
  await verify("invalid challenge", { challenge_id: "nope", credential: {} });
  await verify("unknown challenge", { challenge_id: crypto.randomUUID(), credential: {} });
  await verify("malformed credential", {
    challenge_id: readString(await start(), "challenge_id"),
    credential: {},
  });
  await attempt("wrong origin", { origin: "https://evil.example" });
  await attempt("wrong site", { rpId: "evil.example" });
  await attempt("another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" });
  await attempt("user not present", { isUserPresent: false });
  const other = await signInStranger(r);
  const body = createAuthenticator(r.siteUrl).create(await start());
  await verify("another user's challenge", body, other);
  await verify("the user's own challenge after that", body);
  const late = createAuthenticator(r.siteUrl).create(await start());
  await expireChallenges(r);
  await verify("expired challenge", late);
}

async function recordSignIn(r: Recorder, { authenticator, token }: Registered): Promise<void> {
  const options = await r.post("sign-in options", SIGN_IN_OPTIONS, {});
  const body = authenticator.get(options.body);
  const signedIn = await r.post("sign-in", SIGN_IN, body);
  r.recordValue("claims after sign-in", readClaims(readTokens(signedIn.body).access_token));
  await r.post("sign-in twice", SIGN_IN, body);
  await r.record("list after sign-in", "GET /passkeys", { token });
  await attemptSignIn(r, "sign-in without user verification", authenticator, {
    isUserVerified: false,
  });
  await attemptSignIn(r, "sign-in with a high counter", authenticator, { counter: 1000 });
  await attemptSignIn(r, "sign-in with a counter that goes back", authenticator, { counter: 5 });
  const [row] = await r.sql`
    select sign_count::int as count from auth.webauthn_credentials
    where credential_id = ${Buffer.from(authenticator.id, "base64url")}`;
  r.recordValue("stored counter", row?.count);
}

async function recordRejectedSignIns(r: Recorder, user: Registered): Promise<void> {
  const { authenticator } = user;
  const attempt = (step: string, ceremony: Ceremony, own = authenticator) =>
    attemptSignIn(r, `sign-in: ${step}`, own, ceremony);
  const verify = (step: string, body: object) => r.post(`sign-in: ${step}`, SIGN_IN, body);
  const start = () => startSignIn(r);
  const toHandle = (id: string) => Buffer.from(id).toString("base64url");

  await verify("no challenge", {});
  await verify("no credential", { challenge_id: crypto.randomUUID() });
  await verify("unknown challenge", { challenge_id: crypto.randomUUID(), credential: {} });
  await verify("malformed credential", {
    challenge_id: readString(await start(), "challenge_id"),
    credential: {},
  });
  await attempt("wrong origin", { origin: "https://evil.example" });
  await attempt("wrong site", { rpId: "evil.example" });
  await attempt("another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAA" });
  await attempt("user not present", { isUserPresent: false });
  await attempt("forged signature", { forged: true });
  await attempt("no user handle", { userHandle: "" });
  await attempt("unknown user", { userHandle: toHandle(crypto.randomUUID()) });
  const other = await r.createUser(r.uniqueEmail("other"));
  await attempt("another user", { userHandle: toHandle(other) });
  const unknown = createAuthenticator(r.siteUrl);
  await attempt("unknown passkey", { userHandle: toHandle(user.id) }, unknown);
  const registration = await startRegistration(r, user.token);
  await verify("challenge of a registration", authenticator.get(registration));
  const late = authenticator.get(await start());
  await expireChallenges(r);
  await verify("expired challenge", late);
}

async function recordUnusableAccounts(r: Recorder, { id, authenticator }: Registered) {
  await r.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
  await attemptSignIn(r, "sign-in of a banned user", authenticator);
  await r.sql`
    update auth.users set banned_until = null, email_confirmed_at = null where id = ${id}`;
  await attemptSignIn(r, "sign-in before the address is confirmed", authenticator);
  await r.sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
}

async function recordSecondFactor(r: Recorder, email: string, user: Registered): Promise<void> {
  const { passkeyId, authenticator } = user;
  const { access_token: token } = await r.signIn(email);
  const app = await r.enrollApp(token);
  const strong = (await r.passSecondStep(token, app)).access_token;
  const signedIn = await attemptSignIn(r, "sign-in with a second factor", authenticator);
  const weak = readTokens(signedIn.body).access_token;
  r.recordValue("claims before the code", readClaims(weak));
  const before = { token: weak };
  await r.post("registration options before the code", REGISTRATION_OPTIONS, {}, before);
  await r.post("registration before the code", REGISTRATION, {}, before);
  await r.record("removal before the code", `DELETE /passkeys/${passkeyId}`, before);
  await r.record("list before the code", "GET /passkeys", before);
  const body = { friendly_name: "Phone" };
  await r.record("rename before the code", `PATCH /passkeys/${passkeyId}`, { ...before, body });
  const after = { token: strong };
  await r.post("registration options after the code", REGISTRATION_OPTIONS, {}, after);
  await r.send(`DELETE /factors/${app.id}`, { token: strong });
}

async function recordManagement(r: Recorder, user: Registered): Promise<void> {
  const other = await signInStranger(r);
  const { id, passkeyId, authenticator } = user;
  const body = authenticator.get(await startSignIn(r));
  const { access_token: token } = readTokens((await r.send(`POST ${SIGN_IN}`, { body })).body);
  const path = `/passkeys/${passkeyId}`;
  const rename = (step: string, endpoint: string, friendly_name: string, bearer = token) =>
    r.record(`rename: ${step}`, endpoint, { token: bearer, body: { friendly_name } });

  await rename("a name", `PATCH ${path}`, "Ann's laptop");
  await rename("no name", `PATCH ${path}`, "");
  await rename("120 characters", `PATCH ${path}`, "x".repeat(120));
  await rename("61 letters of two bytes", `PATCH ${path}`, "é".repeat(61));
  await rename("invalid id", "PATCH /passkeys/nope", "Name");
  await rename("another user's", `PATCH ${path}`, "Name", other);
  await r.record("removal of another user's", `DELETE ${path}`, { token: other });
  await r.record("removal with an invalid id", "DELETE /passkeys/nope", { token });
  await r.record("list by an admin", `GET /admin/users/${id}/passkeys`, { key: "secret" });
  await r.record("list by an admin without the secret key", `GET /admin/users/${id}/passkeys`);
  await recordLimit(r, id, token);
  await r.record("removal", `DELETE ${path}`, { token });
  await r.record("removal twice", `DELETE ${path}`, { token });
  await attemptSignIn(r, "sign-in with a removed passkey", authenticator);
  await r.record("session of a removed passkey", "GET /user", { token });
  await recordAuditLog(r, id);
}

async function recordLimit(r: Recorder, id: string, token: string): Promise<void> {
  const early = createAuthenticator(r.siteUrl).create(await startRegistration(r, token));
  await r.sql`
    insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
    select ${id}, decode(md5(random()::text), 'hex'), '', 'Filler'
    from generate_series(2, ${MAX_PASSKEYS})`;
  await r.post("options over the limit", REGISTRATION_OPTIONS, {}, { token });
  await r.post("registration over the limit", REGISTRATION, early, { token });
  const [filler] = await r.sql`
    select id from auth.webauthn_credentials where user_id = ${id} and friendly_name = 'Filler'`;
  const removal = `DELETE /admin/users/${id}/passkeys`;
  await r.record("removal by an admin", `${removal}/${filler?.id}`, { key: "secret" });
  await r.record("removal by an admin twice", `${removal}/${filler?.id}`, { key: "secret" });
}

async function recordAuditLog(r: Recorder, id: string): Promise<void> {
  const entries = await r.sql`
    select distinct on (payload ->> 'action', payload ->> 'actor_username') payload
    from auth.audit_log_entries
    where payload -> 'traits' ->> 'passkey_id' is not null
      and ${id} in (payload ->> 'actor_id', payload -> 'traits' ->> 'user_id')
    order by payload ->> 'action', payload ->> 'actor_username'`;
  r.recordValue(
    "audit log",
    entries.map(({ payload }) => payload),
  );
}

/** A project without passkeys. */
export async function recordDisabledPasskeys(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("without");
  const id = await r.createUser(email);
  const { access_token: token } = await r.signIn(email);
  await r.record("list", "GET /passkeys", { token });
  await r.record("list without a user", "GET /passkeys");
  await r.post("registration options", REGISTRATION_OPTIONS, {}, { token });
  await r.post("sign-in options", SIGN_IN_OPTIONS, {});
  await r.post("sign-in", SIGN_IN, {});
  await r.record("removal", `DELETE /passkeys/${crypto.randomUUID()}`, { token });
  await r.record("list by an admin", `GET /admin/users/${id}/passkeys`, { key: "secret" });
}

/** Registration options. */
async function startRegistration(r: Recorder, token: string): Promise<unknown> {
  return (await r.send(`POST ${REGISTRATION_OPTIONS}`, { token, body: {} })).body;
}

/** Sign-in options. */
async function startSignIn(r: Recorder): Promise<unknown> {
  return (await r.send(`POST ${SIGN_IN_OPTIONS}`, { body: {} })).body;
}

async function attemptSignIn(
  r: Recorder,
  step: string,
  authenticator: Authenticator,
  ceremony?: Ceremony,
) {
  return r.post(step, SIGN_IN, authenticator.get(await startSignIn(r), ceremony));
}

/** The access token of another user. */
async function signInStranger(r: Recorder): Promise<string> {
  const email = r.uniqueEmail(crypto.randomUUID());
  await r.createUser(email);
  return (await r.signIn(email)).access_token;
}

/** Makes all open challenges older than their lifetime. */
async function expireChallenges(r: Recorder): Promise<void> {
  await r.sql`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`;
}

function readClaims(token: string): unknown {
  const { aal, amr } = decodeJwt(token);
  return { aal, amr };
}
