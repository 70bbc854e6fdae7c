import { base64url, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Config } from "~/platform/config.server";
import { verifyAccessToken } from "./access-token.server";

const USER = "4b8f1f0e-5a52-4d3c-9a39-0d5a3f3f7c11";
const now = () => Math.floor(Date.now() / 1000);

/** A new project for each test, so that cached keys are not shared. */
async function createProject() {
  const url = `https://${crypto.randomUUID()}.supabase.co`;
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: "key-1", alg: "ES256", use: "sig" };
  const claims = (): JWTPayload => ({
    iss: `${url}/auth/v1`,
    aud: "authenticated",
    sub: USER,
    role: "authenticated",
    session_id: "session-1",
    email: "ann@example.com",
    exp: now() + 3600,
    amr: [{ method: "password", timestamp: 1_700_000_000 }],
  });
  const sign = (changes: JWTPayload = {}, header: { alg?: string; kid?: string } = {}) =>
    new SignJWT({ ...claims(), ...changes })
      .setProtectedHeader({ alg: "ES256", kid: "key-1", ...header })
      .sign(privateKey);
  const supabase = { url, publishableKey: "p", secretKey: "s", jwtSecret: undefined };
  return { supabase, claims, sign, jwks: { keys: [jwk] }, publicJwk: jwk };
}

let project: Awaited<ReturnType<typeof createProject>>;
const fetchKeys = vi.fn<() => Promise<Response>>();

beforeEach(async () => {
  project = await createProject();
  fetchKeys.mockReset().mockImplementation(async () => Response.json(project.jwks));
  vi.stubGlobal("fetch", fetchKeys);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const verify = (token: string, supabase: Config["supabase"] = project.supabase) =>
  verifyAccessToken(token, { config: { supabase }, requestId: "r1" });

/** Header and payload of a token, without a signature. */
function encodeToken(alg: string, payload: object): string {
  const parts = [{ alg, kid: "key-1" }, payload];
  return parts.map((part) => base64url.encode(JSON.stringify(part))).join(".");
}

describe("an access token", () => {
  test("has the user and the time of sign-in", async () => {
    expect(await verify(await project.sign())).toEqual({
      ok: true,
      claims: expect.objectContaining({
        userId: USER,
        email: "ann@example.com",
        sessionId: "session-1",
        authenticatedAt: 1_700_000_000,
        twoStep: "unknown",
      }),
    });
  });

  test.each([
    ["of an account without two-step verification", { aal: "aal1", two_step: false }, "none"],
    ["that has not given its two-step code", { aal: "aal1", two_step: true }, "due"],
    ["that has", { aal: "aal2", two_step: true }, "done"],
    ["without the claim", { aal: "aal1" }, "unknown"],
  ])("%s has that two-step state", async (_name, claims, twoStep) => {
    expect(await verify(await project.sign(claims))).toMatchObject({ claims: { twoStep } });
  });

  test("is as recent as its latest sign-in, regardless of two-step codes", async () => {
    const amr = [
      { method: "totp", timestamp: 1_800_000_000 },
      { method: "passkey", timestamp: 1_700_000_000 },
      { method: "password", timestamp: 1_650_000_000 },
      { method: "oauth", timestamp: 1_600_000_000 },
    ];
    expect(await verify(await project.sign({ amr }))).toMatchObject({
      claims: { authenticatedAt: 1_700_000_000 },
    });
    expect(await verify(await project.sign({ amr: amr.slice(0, 1) }))).toMatchObject({
      claims: { authenticatedAt: 0 },
    });
  });

  test("is verified without the network once the keys are known", async () => {
    for (let count = 0; count < 100; count += 1) {
      expect(await verify(await project.sign())).toMatchObject({ ok: true });
    }
    expect(fetchKeys).toHaveBeenCalledTimes(1);
  });

  test("of a revoked key is rejected once the keys are fetched again", async () => {
    const token = await project.sign();
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await verify(token)).toMatchObject({ ok: true });
    fetchKeys.mockImplementation(async () => Response.json({ keys: [] }));
    vi.advanceTimersByTime(11 * 60_000);
    expect(await verify(token)).toEqual({ ok: false, reason: "unknown-key" });
  });

  test("that has expired is rejected as expired, with its claims", async () => {
    expect(await verify(await project.sign({ exp: now() - 1 }))).toEqual({
      ok: false,
      reason: "expired",
      claims: expect.objectContaining({ userId: USER, sessionId: "session-1" }),
    });
  });

  test.each<[string, JWTPayload]>([
    ["of another issuer", { iss: "https://evil.supabase.co/auth/v1" }],
    ["for another audience", { aud: "anon" }],
    ["of the anonymous role", { role: "anon" }],
    ["of the service role", { role: "service_role" }],
    ["without a session", { session_id: undefined }],
    ["whose subject is not a user id", { sub: "admin" }],
    ["that is not valid yet", { nbf: now() + 3600 }],
  ])("%s is rejected, also when it has expired, and then has no claims", async (_, changes) => {
    for (const exp of [now() + 3600, now() - 1]) {
      const token = await project.sign({ exp, ...changes });
      expect(await verify(token)).toEqual({ ok: false, reason: "invalid" });
    }
  });

  test("without expiry is rejected", async () => {
    const token = await project.sign({ exp: undefined });
    expect(await verify(token)).toEqual({ ok: false, reason: "invalid" });
  });

  test.each<[string, (claims: JWTPayload) => Promise<string>]>([
    ["without a signature (alg none)", async (claims) => `${encodeToken("none", claims)}.`],
    [
      "signed with the public key as a shared secret (alg confusion)",
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: "HS256", kid: "key-1" })
          .sign(new TextEncoder().encode(JSON.stringify(project.publicJwk))),
    ],
    [
      "signed by another project with a known key id",
      async (claims) => (await createProject()).sign(claims),
    ],
    [
      "with a modified payload",
      async (claims) => {
        const [, , signature] = (await project.sign(claims)).split(".");
        return `${encodeToken("ES256", { ...claims, sub: crypto.randomUUID() })}.${signature}`;
      },
    ],
  ])("%s is rejected, also when it has expired, and then has no claims", async (_, forge) => {
    for (const exp of [now() + 3600, now() - 1]) {
      const token = await forge({ ...project.claims(), exp });
      expect(await verify(token)).toEqual({ ok: false, reason: "invalid" });
    }
  });

  test("with an unknown key id is rejected as such, without fetching the keys each time", async () => {
    for (const exp of [now() + 3600, now() + 3600, now() - 1]) {
      expect(await verify(await project.sign({ exp }, { kid: "unknown" }))).toEqual({
        ok: false,
        reason: "unknown-key",
      });
    }
    expect(fetchKeys).toHaveBeenCalledTimes(1);
  });

  test.each<[string, () => Promise<Response>]>([
    ["cannot be reached", () => Promise.reject(new TypeError("network"))],
    ["fails", async () => new Response("bad gateway", { status: 502 })],
    ["sends something else", async () => Response.json({ message: "maintenance" })],
  ])(
    "is unavailable, not invalid, while the key server %s, which is logged",
    async (_, respond) => {
      const log = vi.spyOn(console, "error").mockImplementation(() => {});
      fetchKeys.mockImplementation(respond);
      for (let count = 0; count < 5; count += 1) {
        expect(await verify(await project.sign())).toEqual({ ok: false, reason: "unavailable" });
      }
      expect(fetchKeys).toHaveBeenCalledTimes(2);
      expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("auth.keys_unavailable"));
      log.mockRestore();
    },
  );

  test("is verified if the first of two fetches fails", async () => {
    fetchKeys.mockRejectedValueOnce(new TypeError("network"));
    expect(await verify(await project.sign())).toMatchObject({ ok: true });
  });

  test("is verified once the key server is back", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const network = new TypeError("network");
    fetchKeys.mockRejectedValueOnce(network).mockRejectedValueOnce(network);
    expect(await verify(await project.sign())).toEqual({ ok: false, reason: "unavailable" });
    vi.advanceTimersByTime(6_000);
    expect(await verify(await project.sign())).toMatchObject({ ok: true });
  });

  test("is verified with stale keys while the key server is down, without repeated fetches", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await verify(await project.sign())).toMatchObject({ ok: true });
    fetchKeys.mockRejectedValue(new TypeError("network"));
    vi.advanceTimersByTime(20 * 60_000);
    for (let count = 0; count < 5; count += 1) {
      expect(await verify(await project.sign())).toMatchObject({ ok: true });
      expect(await verify(await project.sign({}, { kid: "new" }))).toEqual({
        ok: false,
        reason: "unavailable",
      });
    }
    expect(fetchKeys).toHaveBeenCalledTimes(2);
  });

  test("of a key newer than the cached ones is verified", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await verify(await project.sign())).toMatchObject({ ok: true });
    fetchKeys.mockImplementation(async () =>
      Response.json({ keys: [{ ...project.publicJwk, kid: "key-2" }] }),
    );
    vi.advanceTimersByTime(31_000);
    expect(await verify(await project.sign({}, { kid: "key-2" }))).toMatchObject({ ok: true });
  });

  test("of a project on the legacy shared secret is accepted only when that is configured", async () => {
    const secret = "a-legacy-secret-of-at-least-32-characters";
    const token = await new SignJWT(project.claims())
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(secret));
    const legacy = { ...project.supabase, jwtSecret: secret };
    expect(await verify(token, legacy)).toMatchObject({ ok: true });
    expect(await verify(token)).toEqual({ ok: false, reason: "invalid" });
  });
});
