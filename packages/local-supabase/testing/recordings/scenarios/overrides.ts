import { PASSWORD, type Recorder } from "../recorder.ts";

const CODE_SUBJECT = " is your verification code";

/** Password changes with an emailed code, in a session older than a day. */
export async function recordPasswordRules(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("careful");
  const id = await r.createUser(email);
  const { access_token: token } = await r.signIn(email);
  const change = (step: string, body: object) => r.record(step, "PUT /user", { token, body });
  const password = "another-horse-1";

  await r.sql`
    update auth.sessions set created_at = created_at - interval '25 hours' where user_id = ${id}`;
  await change("old session", { password });
  await r.record("request a code", "GET /reauthenticate", { token });
  await r.record("request a code again immediately", "GET /reauthenticate", { token });
  const nonce = /\b\d{6}\b/.exec(await r.waitForEmail(email, CODE_SUBJECT))?.[0] ?? "";
  await change("wrong code", { password, nonce: "000000" });
  await change("code", { password, nonce });
  await change("code twice", { password: "yet-another-1", nonce });
}

const BURST = 30;

/** Rate limits by client address, and of the project's emails. */
export async function recordLimits(r: Recorder): Promise<void> {
  const from = (address: string) =>
    ({ key: "secret", headers: { "sb-forwarded-for": address } }) as const;
  const first = from("203.0.113.7");
  const body = { email: r.uniqueEmail("nobody"), password: PASSWORD };
  const attempt = { ...first, body };
  const signIn = "POST /token?grant_type=password";

  for (let count = 0; count < 2 * BURST; count += 1) await r.send(signIn, attempt);
  await r.record("sign in over the limit", signIn, attempt);
  await r.refresh("refresh over the limit", "abcdefghijkl", first);
  await r.record("sign in from another address", signIn, { ...from("203.0.113.8"), body });
  const token = { type: "email", token_hash: "abc" };
  await r.post("verify from the first address", "/verify", token, first);
  const startPasskey = "POST /passkeys/authentication/options";
  for (let count = 0; count < BURST; count += 1) await r.send(startPasskey, attempt);
  await r.record("passkey challenge over the limit", startPasskey, attempt);
  const account = (name: string) => ({ email: r.uniqueEmail(name), password: PASSWORD });
  await r.post("sign up", "/signup", account("one"));
  await r.post("sign up over the email limit", "/signup", account("two"));
}

/** Session time-box and inactivity timeout. */
export async function recordTimeouts(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("idle");
  const id = await r.createUser(email);
  const { refresh_token } = await r.signIn(email);
  const refresh = (step: string) => r.refresh(step, refresh_token);
  await r.sql`
    update auth.sessions set created_at = created_at - interval '2 hours',
      refreshed_at = now() at time zone 'utc' - interval '2 hours' where user_id = ${id}`;
  await refresh("inactivity timeout");
  await r.sql`
    update auth.sessions set created_at = created_at - interval '2 days',
      refreshed_at = now() at time zone 'utc' where user_id = ${id}`;
  await refresh("time-box");
}
