import { PASSWORD, type Recorder } from "../recorder.ts";

/** Passwords, access tokens and what becomes of a session. */
export async function recordSignIn(r: Recorder): Promise<void> {
  const email = r.address("known");
  await r.createUser(email);
  const unconfirmed = r.address("unconfirmed");
  await r.ask("POST /signup", { body: { email: unconfirmed, password: PASSWORD } });
  const signIn = (step: string, body: object) =>
    r.call(step, "POST /token?grant_type=password", { body });

  await signIn("right password", { email, password: PASSWORD });
  await signIn("address in capitals", { email: email.toUpperCase(), password: PASSWORD });
  await signIn("wrong password", { email, password: "wrong-horse-1" });
  await signIn("unknown address", { email: r.address("nobody"), password: PASSWORD });
  await signIn("unconfirmed", { email: unconfirmed, password: PASSWORD });
  await signIn("unconfirmed, wrong password", { email: unconfirmed, password: "wrong-horse-1" });
  await signIn("no address", { password: PASSWORD });
  await signIn("no password", { email });
  await signIn("phone", { phone: "+4912345", password: PASSWORD });
  await r.call("unknown grant", "POST /token?grant_type=nonsense", { body: {} });
  await r.call("no grant", "POST /token", { body: {} });
  await recordTokens(r, email);
  await recordSignOut(r, email);
}

async function recordTokens(r: Recorder, email: string): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  const [header = "", claims = "", signature = ""] = token.split(".");
  const forged = `${header}.${claims}.${signature.slice(0, -4)}AAAA`;

  r.note("claims of a token", decode(claims));
  r.note("header of a token", decode(header));
  await r.call("whose token", "GET /user", { token });
  await r.call("token that is an API key", "GET /user");
  await r.call("token that is none", "GET /user", { token: "garbage" });
  await r.call("token with a forged signature", "GET /user", { token: forged });
  await r.call("no key", "GET /user", { key: "none" });
  await r.call("wrong key", "GET /user", { key: "wrong" });
}

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}

async function recordSignOut(r: Recorder, email: string): Promise<void> {
  const [one, two, three] = [await r.signIn(email), await r.signIn(email), await r.signIn(email)];
  const of = ({ access_token: token }: typeof one) => ({ token });

  await r.call("sign out here", "POST /logout?scope=local", of(one));
  await r.call("token of a session that is over", "GET /user", of(one));
  await r.call("sign out twice", "POST /logout?scope=local", of(one));
  await r.call("sign out the others", "POST /logout?scope=others", of(two));
  await r.call("token of another one", "GET /user", of(three));
  await r.call("sign out of nowhere", "POST /logout?scope=nope", of(two));
  await r.call("sign out everywhere", "POST /logout", of(two));
  await r.call("sign out with a key", "POST /logout?scope=local");
  await r.call("refresh after it", "POST /token?grant_type=refresh_token", {
    body: { refresh_token: two.refresh_token },
  });
}
