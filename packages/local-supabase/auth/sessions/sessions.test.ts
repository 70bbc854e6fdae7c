import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  readJson,
  readTokens,
  startTestSupabase,
  type TestSupabase,
} from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  // Fifty parallel refreshes take longer than five seconds on a busy machine.
  supabase = await startTestSupabase({ overrides: { refreshLockTimeoutSeconds: 60 } });
});
afterAll(() => supabase.close());

const authorization = (token: string) => ({ authorization: `Bearer ${token}` });

function refresh(refreshToken: string): Promise<Response> {
  return supabase.request("/auth/v1/token?grant_type=refresh_token", {
    method: "POST",
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
}

async function refreshError(refreshToken: string) {
  const response = await refresh(refreshToken);
  return { status: response.status, ...(await readJson(response)) };
}

describe("requests that Auth rejects", () => {
  it("a refresh after the session's own end", async () => {
    const { id, session } = await supabase.signIn();
    await supabase.sql`update auth.sessions set not_after = now() - interval '1 second' where user_id = ${id}`;

    expect(await refreshError(session.refresh_token)).toMatchObject({
      status: 400,
      error_code: "session_expired",
    });
  });

  it.each([
    ["PUT", "user", []],
    ["POST", "otp", { email: "ann@example.com", channel: "sms" }],
  ])("%s /%s with %j", async (method, path, body) => {
    const { session } = await supabase.signIn();
    const headers = authorization(session.access_token);
    const response = await supabase.request(`/auth/v1/${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });

    expect(response.status).toBe(400);
  });
});

describe("an access token", () => {
  it("still verifies after a restart", async () => {
    const { id, session } = await supabase.signIn();

    await supabase.restart();

    const { data } = await supabase.createClient().auth.getUser(session.access_token);
    expect(data.user?.id).toBe(id);
    expect((await refresh(session.refresh_token)).status).toBe(200);
  });
});

describe("refreshing", () => {
  it("returns the same token to fifty parallel requests", async () => {
    const { session } = await supabase.signIn();

    const responses = await Promise.all(
      Array.from({ length: 50 }, () => refresh(session.refresh_token)),
    );

    const bodies = await Promise.all(responses.map(readTokens));
    const tokens = new Set(bodies.map((body) => body.refresh_token));
    expect(responses.every((response) => response.ok)).toBe(true);
    expect(tokens.size).toBe(1);
    const [successor = ""] = tokens;
    expect((await refresh(successor)).status).toBe(200);
  });
});
