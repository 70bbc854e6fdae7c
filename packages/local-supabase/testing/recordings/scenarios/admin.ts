import { PASSWORD, type Recorder } from "../recorder.ts";

/** PASSWORD in bcrypt's variant of most libraries, which pgcrypto does not know. */
const PASSWORD_HASH = "$2b$06$abcdefghijklmnopqrstuuja9C4QmFgQXN1LICWBM9X6ePymhuYdm";
const SECRET = { key: "secret" } as const;
const LINK_TYPES = [
  "signup",
  "invite",
  "magiclink",
  "recovery",
  "email_change_current",
  "email_change_new",
  "nope",
];

/** The admin API. */
export async function recordAdmin(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("managed");
  const id = await r.createUser(email);
  const create = (step: string, body: object) => r.post(step, "/admin/users", body, SECRET);

  await create("create", {
    email: r.uniqueEmail("made"),
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name: "Made" },
  });
  await create("create a taken address", { email, password: PASSWORD });
  await create("create without fields", {});
  const { access_token: token } = await r.signIn(email);
  await r.record("list with the publishable key", "GET /admin/users");
  await r.record("list with a user's token", "GET /admin/users", { token });
  await r.record("get", `GET /admin/users/${id}`, SECRET);
  await r.record("get an unknown user", `GET /admin/users/${crypto.randomUUID()}`, SECRET);
  await r.record("get an invalid id", "GET /admin/users/nope", SECRET);
  await r.record("list", "GET /admin/users?page=1&per_page=1", SECRET);
  await r.record("list an invalid page", "GET /admin/users?page=x", SECRET);
  await r.record("change", `PUT /admin/users/${id}`, {
    ...SECRET,
    body: { app_metadata: { role: "editor" }, user_metadata: { name: "Changed" } },
  });
  await recordOtherFields(r);
  await recordInvitation(r, email);
  await recordGeneratedLinks(r, email);
  await recordDeletion(r, id, email);
  await recordSoftDeletion(r);
}

async function recordOtherFields(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("imported");
  const account = { email, email_confirm: true, role: "editor", password_hash: PASSWORD_HASH };
  const both = { email: r.uniqueEmail("both"), password: PASSWORD, password_hash: PASSWORD_HASH };
  await r.post("create with a role and a password hash", "/admin/users", account, SECRET);
  await r.signInAs("sign in with the hashed password", email);
  await r.post("create with a password and its hash", "/admin/users", both, SECRET);
}

async function recordInvitation(r: Recorder, taken: string): Promise<void> {
  const email = r.uniqueEmail("invited");
  const invite = (step: string, body: object) => r.post(step, "/invite", body, SECRET);
  await invite("invite", { email, data: { name: "Ina" } });
  await invite("invite a taken address", { email: taken });
  const token_hash = await r.getEmailTokenHash(email, "You are invited");
  await r.post("accept an invitation", "/verify", { type: "invite", token_hash });
}

async function recordGeneratedLinks(r: Recorder, email: string): Promise<void> {
  const generate = (step: string, body: object) =>
    r.post(step, "/admin/generate_link", body, SECRET);
  for (const type of LINK_TYPES) {
    const isNew = type === "signup" || type === "invite";
    await generate(`link of type ${type}`, {
      type,
      email: isNew ? r.uniqueEmail(`link-${type}`) : email,
      password: PASSWORD,
      new_email: r.uniqueEmail("link-new"),
      redirect_to: `${r.siteUrl}/dashboard`,
    });
  }
  const unknown = { type: "recovery", email: r.uniqueEmail("nobody") };
  await generate("recovery link for an unknown address", unknown);
  await generate("sign-up link for a taken address", { type: "signup", email, password: PASSWORD });
  const redirect_to = "https://evil.example/";
  await generate("link with a foreign redirect", { type: "magiclink", email, redirect_to });
}

async function recordDeletion(r: Recorder, id: string, email: string): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  const body = { should_soft_delete: false };
  await r.record("delete with the publishable key", `DELETE /admin/users/${id}`, { body });
  await r.record("delete", `DELETE /admin/users/${id}`, { ...SECRET, body });
  await r.record("delete twice", `DELETE /admin/users/${id}`, { ...SECRET, body });
  await r.record("sign out of a deleted account", "POST /logout?scope=local", { token });
  const traces = await r.sql<{ action: string; by: string }[]>`
    select payload ->> 'action' as action, payload ->> 'actor_username' as by
    from auth.audit_log_entries
    where payload ->> 'actor_id' = ${id} or payload -> 'traits' ->> 'user_id' = ${id}
    order by created_at`;
  r.recordValue(
    "audit log after deletion",
    traces.map(({ action, by }) => `${action} by ${by}`),
  );
}

async function recordSoftDeletion(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("soft");
  const id = await r.createUser(email, { app_metadata: { role: "editor" } });
  const { access_token: token, refresh_token } = await r.signIn(email);
  const path = `/admin/users/${id}`;
  const body = { should_soft_delete: true };
  await r.record("soft deletion", `DELETE ${path}`, { ...SECRET, body });
  await r.record("get a soft-deleted user", `GET ${path}`, SECRET);
  await r.signInAs("sign in to a soft-deleted account", email);
  await r.record("user of a soft-deleted account", "GET /user", { token });
  await r.refresh("refresh of a soft-deleted account", refresh_token);
  await r.record("soft deletion twice", `DELETE ${path}`, { ...SECRET, body });
  const again = { email, password: PASSWORD };
  await r.post("create the address again", "/admin/users", again, SECRET);
  await r.record("deletion after soft deletion", `DELETE ${path}`, SECRET);
}
