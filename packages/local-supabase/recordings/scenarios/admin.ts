import { PASSWORD, type Recorder } from "../recorder.ts";

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

/** What the secret key may do. */
export async function recordAdmin(r: Recorder): Promise<void> {
  const email = r.address("managed");
  const id = await r.createUser(email);
  const create = (step: string, body: object) =>
    r.call(step, "POST /admin/users", { ...SECRET, body });

  await create("create", {
    email: r.address("made"),
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name: "Made" },
  });
  await create("create a taken address", { email, password: PASSWORD });
  await create("create nothing", {});
  const { access_token: token } = await r.signIn(email);
  await r.call("with the public key", "GET /admin/users");
  await r.call("with a user's token", "GET /admin/users", { token });
  await r.call("get", `GET /admin/users/${id}`, SECRET);
  await r.call("get an unknown one", `GET /admin/users/${crypto.randomUUID()}`, SECRET);
  await r.call("get what is no id", "GET /admin/users/nope", SECRET);
  await r.call("list", "GET /admin/users?page=1&per_page=1", SECRET);
  await r.call("list a page that is no number", "GET /admin/users?page=x", SECRET);
  await r.call("change", `PUT /admin/users/${id}`, {
    ...SECRET,
    body: { app_metadata: { role: "editor" }, user_metadata: { name: "Changed" } },
  });
  await recordInvitation(r, email);
  await recordGeneratedLinks(r, email);
  await recordDeletion(r, id, email);
}

async function recordInvitation(r: Recorder, taken: string): Promise<void> {
  const email = r.address("invited");
  const invite = (step: string, body: object) => r.call(step, "POST /invite", { ...SECRET, body });
  await invite("invite", { email, data: { name: "Ina" } });
  await invite("invite a taken address", { email: taken });
  const token_hash = await r.mailedHash(email, "You are invited");
  await r.call("accept an invitation", "POST /verify", { body: { type: "invite", token_hash } });
}

async function recordGeneratedLinks(r: Recorder, email: string): Promise<void> {
  const generate = (step: string, body: object) =>
    r.call(step, "POST /admin/generate_link", { ...SECRET, body });
  for (const type of LINK_TYPES) {
    const isNew = type === "signup" || type === "invite";
    await generate(`link of type ${type}`, {
      type,
      email: isNew ? r.address(`link-${type}`) : email,
      password: PASSWORD,
      new_email: r.address("link-new"),
      redirect_to: `${r.siteUrl}/dashboard`,
    });
  }
  await generate("recovery link of nobody", { type: "recovery", email: r.address("nobody") });
  await generate("sign-up link of a taken address", { type: "signup", email, password: PASSWORD });
  const redirect_to = "https://evil.example/";
  await generate("link that leads elsewhere", { type: "magiclink", email, redirect_to });
}

async function recordDeletion(r: Recorder, id: string, email: string): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  const body = { should_soft_delete: false };
  await r.call("delete with the public key", `DELETE /admin/users/${id}`, { body });
  await r.call("delete", `DELETE /admin/users/${id}`, { ...SECRET, body });
  await r.call("delete twice", `DELETE /admin/users/${id}`, { ...SECRET, body });
  await r.call("sign out of a deleted account", "POST /logout?scope=local", { token });
  const traces = await r.sql<{ action: string; by: string }[]>`
    select payload ->> 'action' as action, payload ->> 'actor_username' as by
    from auth.audit_log_entries
    where payload ->> 'actor_id' = ${id} or payload -> 'traits' ->> 'user_id' = ${id}
    order by created_at`;
  r.note(
    "what stays in the audit log",
    traces.map(({ action, by }) => `${action} by ${by}`),
  );
}
