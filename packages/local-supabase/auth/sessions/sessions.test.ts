import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
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

  it("of a deleted user returns user_not_found", async () => {
    const { id, session } = await supabase.signIn();
    await supabase.admin.auth.admin.deleteUser(id);

    const response = await supabase.request("/auth/v1/user", {
      headers: authorization(session.access_token),
    });

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 403, error_code: "user_not_found" });
  });

  it("that is forged returns bad_jwt", async () => {
    const { session } = await supabase.signIn();
    const forged = `${session.access_token.slice(0, -8)}AAAAAAAA`;

    const { error } = await supabase.createClient().auth.getUser(forged);

    expect(error).toMatchObject({ status: 403, code: "bad_jwt" });
  });
});

describe("refreshing", () => {
  it("rotates the token and keeps session and sign-in time", async () => {
    const { session } = await supabase.signIn();
    const before = decodeJwt(session.access_token);

    const response = await refresh(session.refresh_token);

    const next = await readTokens(response);
    const after = decodeJwt(next.access_token);
    expect(next.refresh_token).not.toBe(session.refresh_token);
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
  });

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

  it("revokes the session's tokens when one is reused after the reuse interval", async () => {
    const { session } = await supabase.signIn();
    const second = await readTokens(await refresh(session.refresh_token));
    const third = await readTokens(await refresh(second.refresh_token));
    await supabase.sql`
      update auth.refresh_tokens set updated_at = now() - interval '11 seconds' where revoked`;

    expect(await refreshError(session.refresh_token)).toMatchObject({
      status: 400,
      error_code: "refresh_token_already_used",
      msg: "Invalid Refresh Token: Already Used",
    });
    const revoked = await supabase.sql`
      select revoked from auth.refresh_tokens where token = ${third.refresh_token}`;
    expect(revoked).toEqual([{ revoked: true }]);
  });

  it("returns the active token again while it is unused", async () => {
    const { session } = await supabase.signIn();
    const second = await readTokens(await refresh(session.refresh_token));
    await supabase.sql`
      update auth.refresh_tokens set updated_at = now() - interval '1 hour' where revoked`;

    const again = await readTokens(await refresh(session.refresh_token));

    expect(again.refresh_token).toBe(second.refresh_token);
  });

  it("rejects an unknown token", async () => {
    expect(await refreshError("unknown12345")).toMatchObject({
      status: 400,
      error_code: "refresh_token_not_found",
      msg: "Invalid Refresh Token: Refresh Token Not Found",
    });
  });
});

describe("logging out", () => {
  async function signInTwice() {
    const { email, client, session } = await supabase.signIn();
    const other = await supabase.signInAs(email);
    return { client, here: session, there: other.session };
  }

  async function isSignedIn(token: string): Promise<boolean> {
    const { error } = await supabase.createClient().auth.getUser(token);
    return error === null;
  }

  it.each([
    ["global", false, false],
    ["local", false, true],
    ["others", true, false],
  ] as const)("with scope %s", async (scope, stayedHere, stayedThere) => {
    const { client, here, there } = await signInTwice();

    const { error } = await client.auth.signOut({ scope });

    expect(error).toBeNull();
    expect(await isSignedIn(here.access_token)).toBe(stayedHere);
    expect(await isSignedIn(there.access_token)).toBe(stayedThere);
  });

  it("ends the session: its tokens return session_not_found and refresh_token_not_found", async () => {
    const { session } = await supabase.signIn();
    const init = { method: "POST", headers: authorization(session.access_token) };

    const loggedOut = await supabase.request("/auth/v1/logout", init);
    const user = await supabase.request("/auth/v1/user", {
      headers: authorization(session.access_token),
    });

    expect(loggedOut.status).toBe(204);
    expect(user.status).toBe(403);
    expect(await user.json()).toMatchObject({
      error_code: "session_not_found",
      msg: "Session from session_id claim in JWT does not exist",
    });
    expect(await refreshError(session.refresh_token)).toMatchObject({
      error_code: "refresh_token_not_found",
    });
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
