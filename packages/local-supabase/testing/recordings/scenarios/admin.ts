import { PASSWORD, type Recorder } from "../recorder.ts";

const SECRET = { key: "secret" } as const;
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
  await r.record("change", `PUT /admin/users/${id}`, {
    ...SECRET,
    body: { app_metadata: { role: "editor" }, user_metadata: { name: "Changed" } },
  });
  await recordInvitation(r, email);
  await recordDeletion(r, id, email);
}

async function recordInvitation(r: Recorder, taken: string): Promise<void> {
  const email = r.uniqueEmail("invited");
  const invite = (step: string, body: object) => r.post(step, "/invite", body, SECRET);
  await invite("invite", { email, data: { name: "Ina" } });
  await invite("invite a taken address", { email: taken });
  const token_hash = await r.getEmailTokenHash(email, "You are invited");
  await r.post("accept an invitation", "/verify", { type: "invite", token_hash });
}

async function recordDeletion(r: Recorder, id: string, email: string): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  await r.record("delete with the publishable key", `DELETE /admin/users/${id}`);
  await r.record("delete", `DELETE /admin/users/${id}`, SECRET);
  await r.record("delete twice", `DELETE /admin/users/${id}`, SECRET);
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
