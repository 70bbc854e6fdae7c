import { PASSWORD, type Recorder } from "../recorder.ts";

/** A project that asks for more: current password, mailed code, kinds of characters, a captcha. */
export async function recordPasswordRules(r: Recorder): Promise<void> {
  const email = r.address("careful");
  const id = await r.createUser(email);
  const { access_token: token } = await r.signIn(email);
  const change = (step: string, body: object) => r.call(step, "PUT /user", { token, body });
  const password = "Another-horse-1";

  await r.call("sign up without a capital", "POST /signup", {
    body: { email: r.address("lower"), password: "lower-horse-1" },
  });
  await r.call("sign up, short and without a capital", "POST /signup", {
    body: { email: r.address("lower"), password: "short" },
  });
  await r.call("sign in with a password that has become weak", "POST /token?grant_type=password", {
    body: { email, password: PASSWORD },
  });
  await change("weak password", { password: "lower-horse-1" });
  await change("no current password", { password });
  await change("wrong current password", { password, current_password: "wrong" });
  await r.sql`
    update auth.sessions set created_at = created_at - interval '25 hours' where user_id = ${id}`;
  await change("old session", { password, current_password: PASSWORD });
  await r.call("ask for a code", "GET /reauthenticate", { token });
  await r.call("ask for a code again at once", "GET /reauthenticate", { token });
  const nonce = /\b\d{6}\b/.exec(await r.mailWithCode(email))?.[0] ?? "";
  await change("wrong code", { password, current_password: PASSWORD, nonce: "000000" });
  await change("code", { password, current_password: PASSWORD, nonce });
  await change("code twice", { password: "Yet-another-1", current_password: password, nonce });
  await recordMailedSession(r, email);
}

async function recordMailedSession(r: Recorder, email: string): Promise<void> {
  await r.ask("POST /recover", { body: { email } });
  const token_hash = await r.mailedHash(email, "Reset your password");
  const verified = await r.ask("POST /verify", { body: { type: "recovery", token_hash } });
  const { access_token: token } = r.tokens(verified);
  await r.call("after a mailed link", "PUT /user", { token, body: { password: "Mailed-horse-1" } });
}

/** What is answered where a captcha is asked for and none, or none that holds, is sent. */
export async function recordCaptcha(r: Recorder): Promise<void> {
  const body = { email: r.address("robot"), password: PASSWORD };
  for (const path of ["/signup", "/otp", "/recover", "/resend", "/token?grant_type=password"]) {
    await r.call(`none for ${path}`, `POST ${path}`, { body });
  }
  await r.call("none for a refresh", "POST /token?grant_type=refresh_token", {
    body: { refresh_token: "abcdefghijkl" },
  });
  await r.call("none with the secret key", "POST /token?grant_type=password", {
    key: "secret",
    body,
  });
}

const BURST = 30;

/** A caller who asks too often, and a project that has sent too much. */
export async function recordLimits(r: Recorder): Promise<void> {
  const visitor = (address: string) => ({ "sb-forwarded-for": address });
  const [first, second] = ["203.0.113.7", "203.0.113.8"];
  const attempt = {
    key: "secret",
    headers: visitor(first),
    body: { email: r.address("nobody"), password: PASSWORD },
  } as const;
  const signIn = "POST /token?grant_type=password";

  for (let count = 0; count < 2 * BURST; count += 1) await r.ask(signIn, attempt);
  await r.call("sign in too often", signIn, attempt);
  await r.call("refresh too often", "POST /token?grant_type=refresh_token", {
    ...attempt,
    body: { refresh_token: "abcdefghijkl" },
  });
  await r.call("sign in for another visitor", signIn, { ...attempt, headers: visitor(second) });
  await r.call("verify for the first visitor", "POST /verify", {
    ...attempt,
    body: { type: "email", token_hash: "abc" },
  });
  await r.call("sign up", "POST /signup", {
    body: { email: r.address("one"), password: PASSWORD },
  });
  await r.call("sign up over the project's limit", "POST /signup", {
    body: { email: r.address("two"), password: PASSWORD },
  });
}

/** Sessions that a project ends by itself. */
export async function recordTimeouts(r: Recorder): Promise<void> {
  const email = r.address("idle");
  const id = await r.createUser(email);
  const { refresh_token } = await r.signIn(email);
  const refresh = (step: string) =>
    r.call(step, "POST /token?grant_type=refresh_token", { body: { refresh_token } });
  await r.sql`
    update auth.sessions set created_at = created_at - interval '2 hours',
      refreshed_at = now() at time zone 'utc' - interval '2 hours' where user_id = ${id}`;
  await refresh("not used for too long");
  await r.sql`
    update auth.sessions set created_at = created_at - interval '2 days',
      refreshed_at = now() at time zone 'utc' where user_id = ${id}`;
  await refresh("begun too long ago");
}
