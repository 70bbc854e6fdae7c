/** Visits with an expired access token: pages read while it is refreshed, and an ended session gets nothing of it. */
import { SignJWT } from "jose";
import type postgres from "postgres";
import { sessionCookie } from "../../support/auth-server.ts";
import {
  expireTokens,
  type Person,
  signInTokens,
  type Tokens,
  test,
} from "../../support/browser/accounts.ts";
import { expect } from "../../support/browser/fixtures.ts";

interface Visit {
  readonly response: Response;
  readonly text: string;
}

async function visit(url: string, tokens: Tokens, address: string): Promise<Visit> {
  const headers = { Cookie: sessionCookie(tokens), "CF-Connecting-IP": address };
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
