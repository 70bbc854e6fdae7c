import { decodeJwt } from "jose";
import { type Recorder, readTokens } from "../recorder.ts";

/** Valid and invalid refresh tokens. */
export async function recordRefresh(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("refreshing");
  const id = await r.createUser(email);
  const refresh = (step: string, refresh_token: string) => r.refresh(step, refresh_token);

  const { refresh_token: first } = await r.signIn(email);
  const { body } = await refresh("valid", first);
  const { refresh_token: second } = readTokens(body);
  const again = await refresh("reused within the interval", first);
  r.recordValue("same successor", readTokens(again.body).refresh_token === second);
  await refresh("successor", second);
  await ageTokens(r, id);
  await refresh("reused after the interval", first);
  await refresh("parent of the active token", second);

  await refresh("never issued", "abcdefghijkl");
  await refresh("too short", "nope");
  await refresh("uppercase", "ABCDEFGHIJKL");
  await refresh("unknown format", "x".repeat(40));
  await refresh("empty", "");
  await r.post("missing", "/token?grant_type=refresh_token", {});
  await recordEnds(r);
}

async function recordEnds(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("ending");
  const id = await r.createUser(email);
  const [deleted, locked, banned] = [
    await r.signIn(email),
    await r.signIn(email),
    await r.signIn(email),
  ];
  const refresh = (step: string, { refresh_token }: typeof deleted) =>
    r.refresh(step, refresh_token);

  await r.sql`delete from auth.sessions where id = ${String(decodeJwt(deleted.access_token).session_id)}`;
  await refresh("session deleted", deleted);
  await r.record("token of a deleted session", "GET /user", { token: deleted.access_token });
  await r.sql.begin(async (tx) => {
    await tx`
      select from auth.sessions where id = ${String(decodeJwt(locked.access_token).session_id)} for update`;
    await refresh("session locked until the timeout", locked);
  });

  const ban = (ban_duration: string) => ({ key: "secret", body: { ban_duration } }) as const;
  await r.record("ban", `PUT /admin/users/${id}`, ban("24h"));
  await refresh("banned", banned);
  await r.record("token of a banned user", "GET /user", { token: banned.access_token });
  await r.signInAs("banned, wrong password", email, "wrong-horse-1");
  await r.post("banned, reset link", "/recover", { email });
  await r.record("ban with an invalid duration", `PUT /admin/users/${id}`, ban("soon"));
  await r.record("ban lifted", `PUT /admin/users/${id}`, ban("none"));
  await refresh("no longer banned", banned);

  await r.send(`DELETE /admin/users/${id}`, { key: "secret", body: {} });
  await refresh("user deleted", banned);
  await r.record("token of a deleted user", "GET /user", { token: banned.access_token });
}

/** Backdates the user's refresh tokens by a minute. */
async function ageTokens(r: Recorder, userId: string): Promise<void> {
  await r.sql`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'
    where user_id = ${userId}`;
}
