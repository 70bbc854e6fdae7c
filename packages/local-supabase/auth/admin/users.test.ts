import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestSupabase,
  TEST_PASSWORD,
  TEST_SITE,
  type TestSupabase,
} from "../../testing/supabase.ts";

let supabase: TestSupabase;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.close());

const newEmail = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`;
const admin = () => supabase.admin.auth.admin;

describe("the admin API", () => {
  it("creates a confirmed user with a given id and metadata", async () => {
    const email = newEmail();
    const id = crypto.randomUUID();

    const { data, error } = await admin().createUser({
      id,
      email,
      password: TEST_PASSWORD,
      email_confirm: true,
      user_metadata: { name: "Ann" },
      app_metadata: { seeded: true },
    });

    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id,
      email,
      user_metadata: { name: "Ann", email_verified: true },
      app_metadata: { provider: "email", providers: ["email"], seeded: true },
      identities: [{ provider: "email" }],
    });
    await expect(supabase.signInAs(email)).resolves.toBeTruthy();
  });

  it("rejects phone numbers instead of ignoring them", async () => {
    const { client, id } = await supabase.signIn();
    const phone = "+15550100000";

    const errors = [
      await admin().createUser({ phone }),
      await admin().updateUserById(id, { phone }),
      await client.auth.updateUser({ phone }),
    ].map(({ error }) => error);

    for (const error of errors) expect(error).toMatchObject({ code: "phone_provider_disabled" });
  });

  it("reads, updates, and deletes a user with dependent rows", async () => {
    const { id, email } = await supabase.signIn();

    expect((await admin().getUserById(id)).data.user?.email).toBe(email);
    const changed = await admin().updateUserById(id, { user_metadata: { name: "Bea" } });
    expect(changed.data.user?.user_metadata.name).toBe("Bea");
    expect((await admin().deleteUser(id)).error).toBeNull();

    expect((await admin().getUserById(id)).error).toMatchObject({
      status: 404,
      code: "user_not_found",
    });
    const left = await supabase.sql`
      select from auth.sessions where user_id = ${id}
      union all select from auth.identities where user_id = ${id}
      union all select from public.users where id = ${id}`;
    expect(left).toHaveLength(0);
  });

  it("lists users newest first, paginated", async () => {
    const older = await supabase.createUser();
    const newer = await supabase.createUser();

    const first = await admin().listUsers({ page: 1, perPage: 1 });
    const second = await admin().listUsers({ page: 2, perPage: 1 });

    expect(first.data.users.map((user) => user.id)).toEqual([newer.id]);
    expect(second.data.users.map((user) => user.id)).toEqual([older.id]);
    const [count] = await supabase.sql`select count(*)::int as total from auth.users`;
    expect(first.data).toMatchObject({ total: count?.total, nextPage: 2 });
  });
});

describe("an invite", () => {
  it("is emailed, and its link signs in the user, who can set a password", async () => {
    const email = newEmail();
    const { auth } = supabase.createClient();

    const invited = await admin().inviteUserByEmail(email, {
      data: { name: "Ivy" },
      redirectTo: `${TEST_SITE}/auth/changepass`,
    });
    const { subject } = supabase.lastMail(email);
    const token_hash = supabase.lastTokenHash(email);
    const verified = await auth.verifyOtp({ token_hash, type: "invite" });
    const changed = await auth.updateUser({ password: "another-pass-2" });

    expect(invited.data.user?.invited_at).toBeTruthy();
    expect(subject).toBe("You are invited");
    expect(verified.data.user?.user_metadata.name).toBe("Ivy");
    expect(changed.error).toBeNull();
    await expect(supabase.signInAs(email, "another-pass-2")).resolves.toBeTruthy();
  });
});

describe("a generated link", () => {
  it("of type signup creates the account", async () => {
    const email = newEmail();

    const { data, error } = await admin().generateLink({
      type: "signup",
      email,
      password: TEST_PASSWORD,
    });
    const landed = await fetch(data.properties?.action_link ?? "", { redirect: "manual" });

    expect(error).toBeNull();
    expect(landed.headers.get("location")).toContain("#access_token=");
    await expect(supabase.signInAs(email)).resolves.toBeTruthy();
  });

  it("for an email change needs both confirmations", async () => {
    const { email } = await supabase.createUser();
    const newAddress = newEmail();
    const { auth } = supabase.createClient();
    const half = async (type: "email_change_current" | "email_change_new") =>
      (await admin().generateLink({ type, email, newEmail: newAddress })).data.properties
        ?.hashed_token ?? "";
    const current = await half("email_change_current");
    const next = await half("email_change_new");

    const first = await auth.verifyOtp({ token_hash: current, type: "email_change" });
    const second = await auth.verifyOtp({ token_hash: next, type: "email_change" });

    expect(first.data.session).toBeNull();
    expect(second.data.session?.user.email).toBe(newAddress);
  });
});
