import { PASSWORD, type Recorder } from "../recorder.ts";

const CONFIRM = "Confirm your email address";

/** Accounts that are made, and what a sign-up may look like. */
export async function recordSignUp(r: Recorder): Promise<void> {
  const email = r.address("new");
  const other = r.address("other");
  const signUp = (step: string, body: object) => r.call(step, "POST /signup", { body });

  await r.call("new address", `POST /signup?redirect_to=${r.siteUrl}/dashboard`, {
    body: { email, password: PASSWORD },
  });
  await signUp("again at once", { email, password: PASSWORD });
  await r.agePauses(email);
  await signUp("again with another password", { email, password: "another-horse-1" });
  await signUp("short password", { email: other, password: "short" });
  await signUp("password of 73 bytes", { email: other, password: "x".repeat(73) });
  await signUp("no password", { email: other });
  await signUp("address that is none", { email: "not-an-address", password: PASSWORD });
  await signUp("address without a dot", { email: `${other}@localhost`, password: PASSWORD });
  await signUp("address with an umlaut", { email: "jürgen@example.com", password: PASSWORD });
  await signUp("address in capitals", { email: other.toUpperCase(), password: PASSWORD });
  await signUp("address too long", { email: `${"l".repeat(250)}@b.example`, password: PASSWORD });
  await signUp("nothing", {});
  await signUp("phone", { phone: "+4912345", password: PASSWORD });
  await r.call("broken JSON", "POST /signup", { text: "{nope" });
  await signUp("address that is a number", { email: 5, password: PASSWORD });
  await signUp("half a challenge", { email: other, password: PASSWORD, code_challenge: "x" });
  await signUp("name", { email: r.address("named"), password: PASSWORD, data: { name: "Ann" } });

  await r.call("resend at once", "POST /resend", { body: { type: "signup", email } });
  await r.agePauses(email);
  await r.call("resend", "POST /resend", { body: { type: "signup", email } });
  await r.call("resend to nobody", "POST /resend", {
    body: { type: "signup", email: r.address("nobody") },
  });
  await r.call("resend of another type", "POST /resend", { body: { type: "recovery", email } });
  await r.call("resend without an address", "POST /resend", { body: { type: "signup" } });
  await recordConfirmation(r, email);
}

async function recordConfirmation(r: Recorder, email: string): Promise<void> {
  const token_hash = await r.mailedHash(email, CONFIRM);
  const verify = (step: string, body: object) => r.call(step, "POST /verify", { body });

  await verify("confirm as recovery", { type: "recovery", token_hash });
  await verify("confirm without a type", { token_hash });
  await verify("confirm with a type that there is not", { type: "nonsense", token_hash });
  await verify("confirm with nothing", { type: "email" });
  await verify("confirm with hash and address", { type: "email", token_hash, email });
  await verify("confirm with a wrong code", { type: "email", token: "000000", email });
  await verify("confirm", { type: "email", token_hash });
  await verify("confirm twice", { type: "email", token_hash });
  await r.call("resend once confirmed", "POST /resend", { body: { type: "signup", email } });
  await r.call("confirmed address", "POST /signup", { body: { email, password: PASSWORD } });
}
