/** Visits with an expired access token: pages read while it is refreshed, and an ended session gets nothing of it. */
import { SignJWT } from "jose";
import type postgres from "postgres";
import {
  expireTokens,
  type Person,
  signInTokens,
  type Tokens,
  test,
} from "../../support/browser/accounts.ts";
import { expect } from "../../support/browser/fixtures.ts";

/** Each of three endings. */
const SESSIONS = 40;
const AT_ONCE = 8;
const PATHS = ["/dashboard", "/dashboard.data", "/settings/general", "/settings/general.data"];
const PRIVATE_ITEM = "Nobody else's item";

interface Visit {
  readonly response: Response;
  readonly text: string;
}

async function visit(url: string, tokens: Tokens, address: string): Promise<Visit> {
  const session = Buffer.from(JSON.stringify(tokens)).toString("base64url");
  const headers = { Cookie: `sb-127-auth-token=base64-${session}`, "CF-Connecting-IP": address };
  const response = await fetch(url, { headers, redirect: "manual" });
  return { response, text: await response.text() };
}

/** Expects a redirect to sign-in that removes the session; a data request gets it encoded in the body. */
function expectSignedOut({ response, text }: Visit): void {
  const { headers, status } = response;
  expect([202, 302]).toContain(status);
  expect(`${headers.get("Location") ?? ""}${text}`).toContain("/auth/signin?next=%2F");
  expect(headers.getSetCookie().join()).toContain("sb-127-auth-token=;");
}

/** Opens `count` sessions of a person, with expired access tokens. Refresh tokens have all columns of a real one. */
async function openExpired(sql: postgres.Sql, { id, email }: Person, count: number) {
  const tokens = await signInTokens(email);
  const rows = await sql<{ session_id: string; refresh_token: string }[]>`
    with opened as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      select gen_random_uuid(), ${id}, now(), now(), 'aal1' from generate_series(1, ${count}) returning id
    )
    insert into auth.refresh_tokens
    select copy.* from opened, auth.refresh_tokens original, jsonb_populate_record(original,
      jsonb_build_object('id', nextval('auth.refresh_tokens_id_seq'), 'token', right(opened.id::text, 12),
        'session_id', opened.id)) copy
    where original.token = ${tokens.refresh_token}
    returning session_id, token as refresh_token`;
  return Promise.all(
    rows.map(({ session_id, refresh_token }) =>
      expireTokens({ ...tokens, refresh_token }, { changes: { session_id } }),
    ),
  );
}

const ENDINGS = {
  "signed-out": (sql: postgres.Sql, id: string) =>
    sql`delete from auth.sessions where user_id = ${id}`,
  banned: (sql: postgres.Sql, id: string) =>
    sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
  deleted: (sql: postgres.Sql, id: string) => sql`delete from auth.users where id = ${id}`,
};

for (const [name, end] of Object.entries(ENDINGS)) {
  test(`${SESSIONS} sessions of a ${name} user get nothing of a row`, async ({
    sql,
    createPerson,
    baseURL,
    address,
  }) => {
    test.slow();
    const person = await createPerson();
    await person.addItems([PRIVATE_ITEM]);
    const [first, ...others] = await openExpired(sql, person, SESSIONS + 1);
    if (!first) throw new Error("No session");
    const shown = await visit(`${baseURL}/dashboard`, first, address);
    expect(shown.response.status).toBe(200);
    expect(shown.text).toContain(PRIVATE_ITEM.replace("'", "&#x27;"));

    await end(sql, person.id);
    const queue = others.entries();
    let reads = 0;
    const work = async () => {
      for (const [index, tokens] of queue) {
        const ended = await visit(`${baseURL}${PATHS[index % PATHS.length]}`, tokens, address);
        expectSignedOut(ended);
        if (ended.response.headers.get("Server-Timing")?.includes("database")) reads += 1;
        expect(ended.text).not.toContain("Nobody else");
        expect(ended.text).not.toContain(person.email);
        expect(ended.text).not.toContain(person.id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(reads).toBeGreaterThan(0);
  });
}

test("a token that is not genuine, or still needs its code, starts no read", async ({
  sql,
  createPerson,
  baseURL,
  address,
}) => {
  const person = await createPerson();
  const [tokens] = await openExpired(sql, person, 1);
  if (!tokens) throw new Error("No session");
  await ENDINGS["signed-out"](sql, person.id);
  const [header = "", payload = "", signature = ""] = tokens.access_token.split(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const secret = new TextEncoder().encode("a-secret-of-at-least-thirty-two-characters");
  const access = async (changes: Record<string, unknown>) =>
    (await expireTokens(tokens, { changes })).access_token;
  const accessTokens = {
    "with a code due": await access({ two_step: true }),
    "without the two-step claim": await access({ two_step: undefined }),
    "of another project": await access({ iss: "https://other.supabase.co/auth/v1" }),
    "of another audience": await access({ aud: "other" }),
    "with another signature": `${header}.${payload}.${signature.slice(0, -8)}AAAAAAAA`,
    "without a signature": `${none}.${payload}.AA`,
    "with another algorithm": await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .sign(secret),
  };
  for (const [name, access_token] of Object.entries(accessTokens)) {
    const ended = await visit(`${baseURL}/dashboard`, { ...tokens, access_token }, address);
    expectSignedOut(ended);
    expect(ended.response.headers.get("Server-Timing"), name).not.toContain("database");
  }
});

test("the refresh token of another account ends the session", async ({
  sql,
  createPerson,
  baseURL,
  address,
}) => {
  const [own, other] = [await createPerson(), await createPerson()];
  const [tokens] = await openExpired(sql, own, 1);
  const [others] = await openExpired(sql, other, 1);
  if (!tokens || !others) throw new Error("No session");
  const mixed = { ...tokens, refresh_token: others.refresh_token };
  const ended = await visit(`${baseURL}/dashboard`, mixed, address);
  expectSignedOut(ended);
});
