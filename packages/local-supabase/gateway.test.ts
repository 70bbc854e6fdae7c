import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestSupabase, type TestSupabase } from "./testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

describe("the gateway", () => {
  it("rejects requests with a missing or wrong API key", async () => {
    const missing = await fetch(`${supabase.url}/auth/v1/health`);
    const wrong = await fetch(`${supabase.url}/rest/v1/users`, { headers: { apikey: "wrong" } });

    expect(missing.status).toBe(401);
    expect(await missing.json()).toMatchObject({ message: "No API key found in request" });
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({ message: "Invalid API key" });
  });
});

describe("REST", () => {
  it("applies the user's token over the secret key", async () => {
    const ann = await supabase.signIn("ann");
    await supabase.createUser("bob");

    const response = await supabase.request("/rest/v1/users?select=id", {
      headers: {
        apikey: supabase.secretKey,
        authorization: `Bearer ${ann.session.access_token}`,
      },
    });

    expect(await response.json()).toEqual([{ id: ann.id }]);
  });

  it("rejects a forged token", async () => {
    const { session } = await supabase.signIn();

    const response = await supabase.request("/rest/v1/users", {
      headers: { authorization: `Bearer ${session.access_token.slice(0, -8)}AAAAAAAA` },
    });

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "PGRST301" });
  });

  it("rejects an expired token", async () => {
    const { session } = await supabase.signIn();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_601_000 });

    const response = await supabase.request("/rest/v1/users", {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    vi.useRealTimers();

    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "PGRST303", message: "JWT expired" });
    expect(response.headers.get("www-authenticate")).toContain("JWT expired");
  });
});
