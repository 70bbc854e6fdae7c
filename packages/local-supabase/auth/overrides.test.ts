import { afterAll, beforeAll, expect, it } from "vitest";
import { readAuthOverrides } from "../config/options.ts";
import { readJson, startTestSupabase, type TestSupabase } from "../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

it("names the variable when it is invalid", () => {
  expect(() => readAuthOverrides({ LOCAL_AUTH_OVERRIDES: '{ "rateLimit": true }' })).toThrow(
    /^LOCAL_AUTH_OVERRIDES is invalid: .+$/,
  );
});

it("rejects a leaked password at sign-up, and reports it at sign-in", async () => {
  await supabase.restart({ leakedPasswords: ["letmein-please"] });
  const { email } = await supabase.createUser();
  await supabase.sql`
    update auth.users set encrypted_password =
      extensions.crypt('letmein-please', extensions.gen_salt('bf', 4)) where email = ${email}`;
  const request = { email: "new@example.com", password: "letmein-please" };

  const signUp = await supabase.createClient().auth.signUp(request);
  const signedIn = await supabase.request("/auth/v1/token?grant_type=password", {
    method: "POST",
    body: JSON.stringify({ ...request, email }),
  });

  expect(signUp.error).toMatchObject({ code: "weak_password", reasons: ["pwned"] });
  expect(await readJson(signedIn)).toMatchObject({ weak_password: { reasons: ["pwned"] } });
});
