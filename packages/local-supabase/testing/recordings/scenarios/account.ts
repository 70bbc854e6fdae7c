import { createChallenge, PASSWORD, type Recorder } from "../recorder.ts";

const CHANGE = "Confirm the change of your email address";

/** Account changes: password, metadata, email address. */
export async function recordAccount(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("changing");
  await r.createUser(email);
  const taken = r.uniqueEmail("taken");
  await r.createUser(taken);
  const { access_token: token, refresh_token } = await r.signIn(email);
  const change = (step: string, body: object) => r.record(step, "PUT /user", { token, body });

  await change("metadata", { data: { name: "Ann", gone: null } });
  await change("app metadata", { app_metadata: { role: "admin" } });
  await change("same password", { password: PASSWORD });
  await change("short password", { password: "short" });
  await change("password of 73 bytes", { password: "x".repeat(73) });
  await change("invalid address", { email: "nope" });
  await change("current address", { email });
  await change("taken address", { email: taken });
  const other = await r.signIn(email);
  await change("new password", { password: "brand-new-horse" });
  await r.waitForEmail(email, "Your password was changed");
  await r.record("other session after the change", "GET /user", { token: other.access_token });
  await r.record("current session after the change", "GET /user", { token });
  await r.refresh("refresh after the change", refresh_token);
  await recordEmailChange(r, email, token);
  await recordChallengedChange(r);
}

async function recordEmailChange(r: Recorder, email: string, token: string): Promise<void> {
  const next = r.uniqueEmail("changed");
  const verify = (step: string, token_hash: string) =>
    r.post(step, "/verify", { type: "email_change", token_hash });

  await r.record("new address", `PUT /user?redirect_to=${r.siteUrl}/settings/general`, {
    token,
    body: { email: next },
  });
  await r.record("new address again immediately", "PUT /user", { token, body: { email: next } });
  await r.record("user between the confirmations", "GET /user", { token });
  const current = await r.getEmailTokenHash(email, CHANGE);
  const future = await r.getEmailTokenHash(next, CHANGE);
  await verify("first confirmation", future);
  await verify("first confirmation twice", future);
  await verify("second confirmation", current);
  await verify("second confirmation twice", current);
  await r.waitForEmail(email, "Your email address was changed");
  await r.signInAs("sign in with the old address", email, "brand-new-horse");
  await r.signInAs("sign in with the new address", next, "brand-new-horse");
}

async function recordChallengedChange(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("pkce");
  const next = r.uniqueEmail("pkce-changed");
  await r.createUser(email);
  const { access_token: token } = await r.signIn(email);
  const body = { email: next, ...createChallenge().fields };

  await r.record("new address with a challenge", "PUT /user", { token, body });
  const hashes = [
    await r.getEmailTokenHash(email, CHANGE),
    await r.getEmailTokenHash(next, CHANGE),
  ];
  r.recordValue(
    "token hash prefixes",
    hashes.map((hash) => hash.slice(0, 5)),
  );
  for (const [index, token_hash] of hashes.entries()) {
    await r.post(`link ${index + 1} with a challenge`, "/verify", {
      type: "email_change",
      token_hash,
    });
  }
}
