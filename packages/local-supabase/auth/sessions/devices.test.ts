import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  readJson,
  readTokens,
  startTestSupabase,
  TEST_PASSWORD,
  type TestSupabase,
} from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase({ overrides: { refreshLockTimeoutSeconds: 0.2 } });
});
afterAll(() => supabase.close());

function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return supabase.request(path, { method: "POST", headers, body: JSON.stringify(body) });
}

const refresh = (refresh_token: string, headers?: Record<string, string>) =>
  post("/auth/v1/token?grant_type=refresh_token", { refresh_token }, headers);

async function signInFrom(headers: Record<string, string>) {
  const { id, email } = await supabase.createUser();
  const body = { email, password: TEST_PASSWORD };
  const tokens = await readTokens(await post("/auth/v1/token?grant_type=password", body, headers));
  return { id, tokens };
}

function listSessions(userId: string) {
  return supabase.sql`
    select id, user_agent, ip, refreshed_at is null as unused from auth.sessions
    where user_id = ${userId}`;
}

describe("a session", () => {
  it("stores the client that started or last refreshed it", async () => {
    const { id, tokens } = await signInFrom({ "user-agent": "First/1.0" });
    const [started] = await listSessions(id);
    await refresh(tokens.refresh_token, { "user-agent": "Second/2.0" });
    const [refreshed] = await listSessions(id);

    expect(started).toMatchObject({ user_agent: "First/1.0", ip: "127.0.0.1", unused: true });
    expect(refreshed).toMatchObject({ user_agent: "Second/2.0", unused: false });
  });

  it("trusts a forwarded address only with the secret key", async () => {
    const visitor = { "sb-forwarded-for": "203.0.113.7, 10.0.0.1" };
    const trusted = await signInFrom({ ...visitor, apikey: supabase.secretKey });
    const stranger = await signInFrom(visitor);

    expect(await listSessions(trusted.id)).toMatchObject([{ ip: "203.0.113.7" }]);
    expect(await listSessions(stranger.id)).toMatchObject([{ ip: "127.0.0.1" }]);
  });

  it("ends when its row is deleted, unlike other sessions", async () => {
    const { id, email, client, session } = await supabase.signIn();
    const other = await supabase.signInAs(email);
    const { id: sessionId } = (await listSessions(id))[0] ?? {};
    await supabase.sql`delete from auth.sessions where id = ${sessionId}`;

    const response = await supabase.request("/auth/v1/user", {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    const refreshed = await refresh(session.refresh_token);

    expect(await readJson(response)).toMatchObject({ error_code: "session_not_found" });
    expect(await readJson(refreshed)).toMatchObject({ error_code: "refresh_token_not_found" });
    expect((await client.auth.getUser(other.session.access_token)).error).toBeNull();
  });

  it("returns conflict when locked by another refresh until the timeout", async () => {
    const { id, session } = await supabase.signIn();

    const response = await supabase.sql.begin(async (tx) => {
      await tx`select from auth.sessions where user_id = ${id} for update`;
      return refresh(session.refresh_token);
    });

    expect(response.status).toBe(409);
    expect(await readJson(response)).toMatchObject({ error_code: "conflict" });
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });
});

describe("the audit log", () => {
  it("keeps entries of a deleted user", async () => {
    const { id, email, client } = await supabase.signIn();
    await client.auth.updateUser({ password: "another-pass-2" });
    await supabase.admin.auth.admin.deleteUser(id);

    const rows = await supabase.sql<{ action: string; name: string }[]>`
      select payload ->> 'action' as action, payload ->> 'actor_username' as name
      from auth.audit_log_entries
      where payload ->> 'actor_id' = ${id} or payload -> 'traits' ->> 'user_id' = ${id}
      order by created_at`;

    expect(rows.map(({ action, name }) => [action, name])).toEqual([
      ["user_signedup", "service_role"],
      ["login", email],
      ["user_updated_password", email],
      ["user_modified", email],
      ["user_deleted", "service_role"],
    ]);
  });
});

describe("a notification", () => {
  it("is sent after a password change", async () => {
    const { email, client } = await supabase.signIn();

    await client.auth.updateUser({ password: "another-pass-2" });

    expect(supabase.lastMail(email).subject).toBe("Your password was changed");
  });

  it("is sent to the old address after an email change", async () => {
    const { email, client } = await supabase.signIn();
    const next = `next-${email}`;
    await client.auth.updateUser({ email: next });
    const links = [supabase.lastTokenHash(email), supabase.lastTokenHash(next)];

    for (const token_hash of links)
      await client.auth.verifyOtp({ token_hash, type: "email_change" });

    expect(supabase.lastMail(email).subject).toBe("Your email address was changed");
    expect(supabase.lastMail(email).html).toContain(next);
  });
});
