import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestSupabase, TEST_PASSWORD, type TestSupabase } from "./testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

const ID = "11111111-1111-4111-8111-111111111111";

describe("the schema", () => {
  it.each(["request.jwt.claims", "request.jwt.claim.sub"])(
    "lets auth.uid() read %s",
    async (setting) => {
      const value = setting.endsWith("claims") ? JSON.stringify({ sub: ID }) : ID;

      const [row] = await supabase.sql.begin(async (tx) => {
        await tx`select set_config(${setting}, ${value}, true)`;
        return tx`select auth.uid() as uid`;
      });

      expect(row).toEqual({ uid: ID });
    },
  );

  it("denies REST roles access to auth tables", async () => {
    for (const role of ["anon", "authenticated"]) {
      const reading = supabase.sql.begin(async (tx) => {
        await tx.unsafe(`set local role ${role}`);
        await tx`select from auth.users`;
      });
      await expect(reading).rejects.toThrow("permission denied");
    }
  });

  it("runs the app's triggers without superuser rights, like hosted Supabase", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await supabase.sql.unsafe(`
      create table public.audit (email text);
      create function public.audit_user() returns trigger language plpgsql as $$
      begin insert into public.audit values (new.email); return new; end $$;
      create trigger audit_user after insert on auth.users
        for each row execute function public.audit_user();`);

    const { error } = await supabase
      .createClient()
      .auth.signUp({ email: "ann@example.com", password: TEST_PASSWORD });

    expect(error?.message).toBe("Database error saving new user");
    expect(String(log.mock.calls[0]?.[1])).toContain("permission denied for table audit");
    log.mockRestore();
  });
});
