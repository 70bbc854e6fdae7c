import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTokens, startTestSupabase, type TestSupabase } from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  // Fifty parallel refreshes take longer than five seconds on a busy machine.
  supabase = await startTestSupabase({ overrides: { refreshLockTimeoutSeconds: 60 } });
});
afterAll(() => supabase.close());

function refresh(refreshToken: string): Promise<Response> {
  return supabase.request("/auth/v1/token?grant_type=refresh_token", {
    method: "POST",
    body: JSON.stringify({ refresh_token: refreshToken }),
  });
}

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
