import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuthOverrides, readAuthOverrides } from "../config/options.ts";
import { readJson, startTestSupabase, type TestSupabase } from "../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

/** Restarts the server with `overrides`. */
async function start(overrides: AuthOverrides): Promise<TestSupabase> {
  await supabase.restart(overrides);
  return supabase;
}

describe("the variable LOCAL_AUTH_OVERRIDES", () => {
  it("is a JSON object", () => {
    expect(readAuthOverrides({})).toEqual({});
    expect(readAuthOverrides({ LOCAL_AUTH_OVERRIDES: '{ "rateLimits": true }' })).toEqual({
      rateLimits: true,
    });
  });

  it.each(['{ "rateLimit": true }', '{ "emailsPerHour": "two" }', "rateLimits"])(
    "rejects %s with one line that names it",
    (LOCAL_AUTH_OVERRIDES) => {
      expect(() => readAuthOverrides({ LOCAL_AUTH_OVERRIDES })).toThrow(
        /^LOCAL_AUTH_OVERRIDES is invalid: .+$/,
      );
    },
  );
});

describe("a leaked password", () => {
  it("is rejected at sign-up and reported at sign-in", async () => {
    const server = await start({ leakedPasswords: ["letmein-please"] });
    const { email } = await server.createUser();
    await server.sql`
      update auth.users set encrypted_password =
        extensions.crypt('letmein-please', extensions.gen_salt('bf', 4)) where email = ${email}`;
    const request = { email: "new@example.com", password: "letmein-please" };

    const signUp = await server.createClient().auth.signUp(request);
    const signedIn = await server.request("/auth/v1/token?grant_type=password", {
      method: "POST",
      body: JSON.stringify({ ...request, email }),
    });

    expect(signUp.error).toMatchObject({ code: "weak_password", reasons: ["pwned"] });
    expect(await readJson(signedIn)).toMatchObject({ weak_password: { reasons: ["pwned"] } });
  });
});
