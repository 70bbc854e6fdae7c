import { createChallenge, PASSWORD, type Recorder } from "../recorder.ts";

const CHANGE = "Confirm the change of your email address";

/** What signed-in people change: password, metadata, e-mail address. */
export async function recordAccount(r: Recorder): Promise<void> {
  const email = r.address("changing");
  await r.createUser(email);
  const taken = r.address("taken");
  await r.createUser(taken);
  const { access_token: token, refresh_token } = await r.signIn(email);
  const change = (step: string, body: object) => r.call(step, "PUT /user", { token, body });

  await change("metadata", { data: { name: "Ann", gone: null } });
  await change("app metadata", { app_metadata: { role: "admin" } });
  await change("same password", { password: PASSWORD });
  await change("short password", { password: "short" });
  await change("password of 73 bytes", { password: "x".repeat(73) });
  await change("address that is none", { email: "nope" });
  await change("own address", { email });
  await change("taken address", { email: taken });
  const other = await r.signIn(email);
  await change("new password", { password: "brand-new-horse" });
  await r.mail(email, "Your password was changed");
  await r.call("other session after it", "GET /user", { token: other.access_token });
  await r.call("own session after it", "GET /user", { token });
  await r.call("own refresh after it", "POST /token?grant_type=refresh_token", {
    body: { refresh_token },
  });
  await recordEmailChange(r, email, token);
  await recordChallengedChange(r);
}

async function recordEmailChange(r: Recorder, email: string, token: string): Promise<void> {
  const next = r.address("changed");
  const verify = (step: string, token_hash: string) =>
    r.call(step, "POST /verify", { body: { type: "email_change", token_hash } });

  await r.call("new address", `PUT /user?redirect_to=${r.siteUrl}/settings/general`, {
    token,
    body: { email: next },
  });
  await r.call("new address again at once", "PUT /user", { token, body: { email: next } });
  await r.call("between the two", "GET /user", { token });
  const current = await r.mailedHash(email, CHANGE);
  const future = await r.mailedHash(next, CHANGE);
  await verify("one half", future);
  await verify("the same half twice", future);
  await verify("other half", current);
  await verify("other half twice", current);
  await r.mail(email, "Your email address was changed");
  const signIn = (address: string) => ({ body: { email: address, password: "brand-new-horse" } });
  await r.call("sign in with the old one", "POST /token?grant_type=password", signIn(email));
  await r.call("sign in with the new one", "POST /token?grant_type=password", signIn(next));
}

async function recordChallengedChange(r: Recorder): Promise<void> {
  const email = r.address("pkce");
  const next = r.address("pkce-changed");
  await r.createUser(email);
  const { access_token: token } = await r.signIn(email);
  const body = { email: next, ...createChallenge().fields };

  await r.call("new address with a challenge", "PUT /user", { token, body });
  const hashes = [await r.mailedHash(email, CHANGE), await r.mailedHash(next, CHANGE)];
  r.note(
    "prefixes of the links",
    hashes.map((hash) => hash.slice(0, 5)),
  );
  for (const [index, token_hash] of hashes.entries()) {
    await r.call(`link ${index + 1} with a challenge`, "POST /verify", {
      body: { type: "email_change", token_hash },
    });
  }
}
