import { PASSWORD, type Recorder } from "../recorder.ts";

/** Password rules: current password, emailed code, required characters. */
export async function recordPasswordRules(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("careful");
  const id = await r.createUser(email);
  const { access_token: token } = await r.signIn(email);
  const change = (step: string, body: object) => r.record(step, "PUT /user", { token, body });
  const password = "Another-horse-1";

  await r.record("sign up without an uppercase letter", "POST /signup", {
    body: { email: r.uniqueEmail("lower"), password: "lower-horse-1" },
  });
  await r.record("sign up, short and without an uppercase letter", "POST /signup", {
    body: { email: r.uniqueEmail("lower"), password: "short" },
  });
  await r.record("sign in with a weak existing password", "POST /token?grant_type=password", {
    body: { email, password: PASSWORD },
  });
  await change("weak password", { password: "lower-horse-1" });
  await change("no current password", { password });
  await change("wrong current password", { password, current_password: "wrong" });
  await r.sql`
    update auth.sessions set created_at = created_at - interval '25 hours' where user_id = ${id}`;
  await change("old session", { password, current_password: PASSWORD });
  await r.record("request a code", "GET /reauthenticate", { token });
  await r.record("request a code again immediately", "GET /reauthenticate", { token });
  const nonce = /\b\d{6}\b/.exec(await r.waitForCodeEmail(email))?.[0] ?? "";
  await change("wrong code", { password, current_password: PASSWORD, nonce: "000000" });
  await change("code", { password, current_password: PASSWORD, nonce });
  await change("code twice", { password: "Yet-another-1", current_password: password, nonce });
  await recordMailedSession(r, email);
}

async function recordMailedSession(r: Recorder, email: string): Promise<void> {
  await r.send("POST /recover", { body: { email } });
  const token_hash = await r.getEmailTokenHash(email, "Reset your password");
  const verified = await r.send("POST /verify", { body: { type: "recovery", token_hash } });
  const { access_token: token } = r.readTokens(verified);
  await r.record("password change after an emailed link", "PUT /user", {
    token,
    body: { password: "Mailed-horse-1" },
  });
}

/** Requests without a captcha token. */
export async function recordCaptcha(r: Recorder): Promise<void> {
  const body = { email: r.uniqueEmail("robot"), password: PASSWORD };
  for (const path of [
    "/signup",
    "/otp",
    "/recover",
    "/resend",
    "/token?grant_type=password",
    "/passkeys/authentication/options",
  ]) {
    await r.record(`none for ${path}`, `POST ${path}`, { body });
  }
  await r.record("none for a refresh", "POST /token?grant_type=refresh_token", {
    body: { refresh_token: "abcdefghijkl" },
  });
  await r.record("none with the secret key", "POST /token?grant_type=password", {
    key: "secret",
    body,
  });
}

const BURST = 30;

/** Rate limits by client address, and of the project's emails. */
export async function recordLimits(r: Recorder): Promise<void> {
  const forwardedFor = (address: string) => ({ "sb-forwarded-for": address });
  const [first, second] = ["203.0.113.7", "203.0.113.8"];
  const attempt = {
    key: "secret",
    headers: forwardedFor(first),
    body: { email: r.uniqueEmail("nobody"), password: PASSWORD },
  } as const;
  const signIn = "POST /token?grant_type=password";

  for (let count = 0; count < 2 * BURST; count += 1) await r.send(signIn, attempt);
  await r.record("sign in over the limit", signIn, attempt);
  await r.record("refresh over the limit", "POST /token?grant_type=refresh_token", {
    ...attempt,
    body: { refresh_token: "abcdefghijkl" },
  });
  await r.record("sign in from another address", signIn, {
    ...attempt,
    headers: forwardedFor(second),
  });
  await r.record("verify from the first address", "POST /verify", {
    ...attempt,
    body: { type: "email", token_hash: "abc" },
  });
  const startPasskey = "POST /passkeys/authentication/options";
  for (let count = 0; count < BURST; count += 1) await r.send(startPasskey, attempt);
  await r.record("passkey challenge over the limit", startPasskey, attempt);
  await r.record("sign up", "POST /signup", {
    body: { email: r.uniqueEmail("one"), password: PASSWORD },
  });
  await r.record("sign up over the email limit", "POST /signup", {
    body: { email: r.uniqueEmail("two"), password: PASSWORD },
  });
}

/** Session time-box and inactivity timeout. */
export async function recordTimeouts(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("idle");
  const id = await r.createUser(email);
  const { refresh_token } = await r.signIn(email);
  const refresh = (step: string) =>
    r.record(step, "POST /token?grant_type=refresh_token", { body: { refresh_token } });
  await r.sql`
    update auth.sessions set created_at = created_at - interval '2 hours',
      refreshed_at = now() at time zone 'utc' - interval '2 hours' where user_id = ${id}`;
  await refresh("inactivity timeout");
  await r.sql`
    update auth.sessions set created_at = created_at - interval '2 days',
      refreshed_at = now() at time zone 'utc' where user_id = ${id}`;
  await refresh("time-box");
}
