import { decodeJwt, decodeProtectedHeader } from "jose";
import { PASSWORD, type Recorder } from "../recorder.ts";

/** Password sign-in, access tokens, and sign-out. */
export async function recordSignIn(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("known");
  await r.createUser(email);
  const unconfirmed = r.uniqueEmail("unconfirmed");
  await r.send("POST /signup", { body: { email: unconfirmed, password: PASSWORD } });
  const signIn = (step: string, body: object) => r.post(step, "/token?grant_type=password", body);

  await signIn("right password", { email, password: PASSWORD });
  await signIn("uppercase address", { email: email.toUpperCase(), password: PASSWORD });
  await signIn("wrong password", { email, password: "wrong-horse-1" });
  await signIn("unknown address", { email: r.uniqueEmail("nobody"), password: PASSWORD });
  await signIn("unconfirmed", { email: unconfirmed, password: PASSWORD });
  await signIn("unconfirmed, wrong password", { email: unconfirmed, password: "wrong-horse-1" });
  await signIn("no address", { password: PASSWORD });
  await signIn("no password", { email });
  await signIn("phone", { phone: "+4912345", password: PASSWORD });
  await r.post("unknown grant", "/token?grant_type=nonsense", {});
  await r.post("no grant", "/token", {});
  await recordTokens(r, email);
  await recordSignOut(r, email);
}

async function recordTokens(r: Recorder, email: string): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  const [header = "", claims = "", signature = ""] = token.split(".");
  const forged = `${header}.${claims}.${signature.slice(0, -4)}AAAA`;

  r.recordValue("claims of a token", decodeJwt(token));
  r.recordValue("header of a token", decodeProtectedHeader(token));
  await r.record("user of a token", "GET /user", { token });
  await r.record("API key instead of a token", "GET /user");
  await r.record("malformed token", "GET /user", { token: "garbage" });
  await r.record("token with a forged signature", "GET /user", { token: forged });
  await r.record("no key", "GET /user", { key: "none" });
  await r.record("wrong key", "GET /user", { key: "wrong" });
}

async function recordSignOut(r: Recorder, email: string): Promise<void> {
  const [one, two, three] = [await r.signIn(email), await r.signIn(email), await r.signIn(email)];
  const of = ({ access_token: token }: typeof one) => ({ token });

  await r.record("sign out this session", "POST /logout?scope=local", of(one));
  await r.record("token of an ended session", "GET /user", of(one));
  await r.record("sign out twice", "POST /logout?scope=local", of(one));
  await r.record("sign out other sessions", "POST /logout?scope=others", of(two));
  await r.record("token of another session", "GET /user", of(three));
  await r.record("sign out with an unknown scope", "POST /logout?scope=nope", of(two));
  await r.record("sign out all sessions", "POST /logout", of(two));
  await r.record("sign out with an API key", "POST /logout?scope=local");
  await r.refresh("refresh after signing out", two.refresh_token);
}
