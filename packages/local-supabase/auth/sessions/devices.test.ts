import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
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
});
