import { SignJWT } from "jose";
import { sessionCookie } from "../../support/auth-server.ts";
import { expireTokens, signInTokens, test } from "../../support/browser/accounts.ts";
import { expect } from "../../support/browser/fixtures.ts";

test("an expired token that is not genuine, or still needs its code, starts no read", async ({
  sql,
  createPerson,
  baseURL,
  address,
}) => {
  const { id, email } = await createPerson();
  const tokens = await signInTokens(email);
  await sql`delete from auth.sessions where user_id = ${id}`;
  const expired = async (changes: Record<string, unknown>) =>
    (await expireTokens(tokens, { changes })).access_token;
  const [header = "", payload = "", signature = ""] = (await expired({})).split(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  const secret = new TextEncoder().encode("a-secret-of-at-least-thirty-two-characters");
  const accessTokens = {
    "with a code due": await expired({ two_step: true }),
    "without the two-step claim": await expired({ two_step: undefined }),
    "of another project": await expired({ iss: "https://other.supabase.co/auth/v1" }),
    "of another audience": await expired({ aud: "other" }),
    "with another signature": `${header}.${payload}.${signature.slice(0, -8)}AAAAAAAA`,
    "without a signature": `${none}.${payload}.AA`,
    "with another algorithm": await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .sign(secret),
  };
  for (const [name, access_token] of Object.entries(accessTokens)) {
    const Cookie = sessionCookie({ ...tokens, access_token });
    const { status, headers } = await fetch(`${baseURL}/dashboard`, {
      headers: { Cookie, "CF-Connecting-IP": address },
      redirect: "manual",
    });
    expect(status, name).toBe(302);
    expect(headers.get("Location"), name).toMatch(/^\/auth\/signin\?next=%2F/);
    expect(headers.getSetCookie().join(), name).toContain("sb-127-auth-token=;");
    expect(headers.get("Server-Timing"), name).not.toContain("database");
  }
});
