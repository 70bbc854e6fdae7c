import { createRemoteJWKSet, jwtVerify } from "jose";
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
  it("verifies against the published keys, with hosted Supabase's claims", async () => {
    const { id, email, session } = await supabase.signIn();
    const issuer = `${supabase.url}/auth/v1`;
    const jwks = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`));

    const { payload, protectedHeader } = await jwtVerify(session.access_token, jwks, {
      issuer,
      audience: "authenticated",
      algorithms: ["ES256"],
    });

    expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "JWT", kid: expect.any(String) });
    expect(payload).toMatchObject({
      sub: id,
      email,
      phone: "",
      role: "authenticated",
      aal: "aal1",
      amr: [{ method: "password", timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: { email_verified: true },
      is_anonymous: false,
    });
    expect(session.expires_in).toBe(3600);
    expect(payload.exp).toBe(session.expires_at);
  });

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

describe("a shorter token lifetime", () => {
  it("is configurable", async () => {
    await supabase.restart({ jwtExpirySeconds: 2 });
    const { email } = await supabase.createUser();

    const { session } = await supabase.signInAs(email, TEST_PASSWORD);

    expect(session.expires_in).toBe(2);
  });
});
