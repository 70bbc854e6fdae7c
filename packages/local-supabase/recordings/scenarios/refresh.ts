import { type Recorder, readString, readTokens } from "../recorder.ts";

/** What refresh tokens answer, good and bad. */
export async function recordRefresh(r: Recorder): Promise<void> {
  const email = r.address("refreshing");
  const id = await r.createUser(email);
  const refresh = (step: string, refresh_token: string) =>
    r.call(step, "POST /token?grant_type=refresh_token", { body: { refresh_token } });

  const { refresh_token: first } = await r.signIn(email);
  const { body } = await refresh("good", first);
  const { refresh_token: second } = readTokens(body);
  const again = await refresh("again within the interval", first);
  r.note("same successor", readTokens(again.body).refresh_token === second);
  await refresh("successor", second);
  await ageTokens(r, id);
  await refresh("spent long ago", first);
  await refresh("parent of the one in use", second);

  await refresh("never handed out", "abcdefghijkl");
  await refresh("too short", "nope");
  await refresh("in capitals", "ABCDEFGHIJKL");
  await refresh("long and of no known form", "x".repeat(40));
  await refresh("empty", "");
  await r.call("none", "POST /token?grant_type=refresh_token", { body: {} });
  await recordEnds(r);
}

async function recordEnds(r: Recorder): Promise<void> {
  const email = r.address("ending");
  const id = await r.createUser(email);
  const [deleted, locked, banned] = [
    await r.signIn(email),
    await r.signIn(email),
    await r.signIn(email),
  ];
  const refresh = (step: string, { refresh_token }: typeof deleted) =>
    r.call(step, "POST /token?grant_type=refresh_token", { body: { refresh_token } });

  await r.sql`delete from auth.sessions where id = ${sessionOf(deleted.access_token)}`;
  await refresh("session deleted", deleted);
  await r.call("token of a deleted session", "GET /user", { token: deleted.access_token });
  await r.sql.begin(async (tx) => {
    await tx`
      select from auth.sessions where id = ${sessionOf(locked.access_token)} for update`;
    await refresh("session locked for too long", locked);
  });

  const ban = (ban_duration: string) => ({ key: "secret", body: { ban_duration } }) as const;
  await r.call("ban", `PUT /admin/users/${id}`, ban("24h"));
  await refresh("banned", banned);
  await r.call("token of a banned user", "GET /user", { token: banned.access_token });
  const body = { email, password: "wrong-horse-1" };
  await r.call("banned, wrong password", "POST /token?grant_type=password", { body });
  await r.call("banned, reset link", "POST /recover", { body: { email } });
  await r.call("ban of no length", `PUT /admin/users/${id}`, ban("soon"));
  await r.call("ban lifted", `PUT /admin/users/${id}`, ban("none"));
  await refresh("no longer banned", banned);

  await r.ask(`DELETE /admin/users/${id}`, { key: "secret", body: {} });
  await refresh("user deleted", banned);
  await r.call("token of a deleted user", "GET /user", { token: banned.access_token });
}

/** As if every token of the user's had last changed a minute earlier. */
async function ageTokens(r: Recorder, userId: string): Promise<void> {
  await r.sql`
    update auth.refresh_tokens set updated_at = updated_at - interval '1 minute'
    where user_id = ${userId}`;
}

function sessionOf(accessToken: string): string {
  const [, claims = ""] = accessToken.split(".");
  return readString(JSON.parse(Buffer.from(claims, "base64url").toString()), "session_id");
}
