import { PASSWORD, type Recorder } from "../recorder.ts";

const CONFIRM = "Confirm your email address";

/** Sign-up and confirmation. */
export async function recordSignUp(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("new");
  const other = r.uniqueEmail("other");
  const signUp = (step: string, body: object) => r.post(step, "/signup", body);

  await r.post("new address", `/signup?redirect_to=${r.siteUrl}/dashboard`, {
    email,
    password: PASSWORD,
  });
  await signUp("again immediately", { email, password: PASSWORD });
  await r.expireCooldowns(email);
  await signUp("again with another password", { email, password: "another-horse-1" });
  await signUp("short password", { email: other, password: "short" });
  await signUp("password of 73 bytes", { email: other, password: "x".repeat(73) });
  await signUp("no password", { email: other });
  await signUp("invalid address", { email: "not-an-address", password: PASSWORD });
  await signUp("address without a dot", { email: `${other}@localhost`, password: PASSWORD });
  await signUp("address with an umlaut", { email: "jürgen@example.com", password: PASSWORD });
  await signUp("uppercase address", { email: other.toUpperCase(), password: PASSWORD });
  await signUp("address too long", { email: `${"l".repeat(250)}@b.example`, password: PASSWORD });
  await signUp("empty body", {});
  await signUp("phone", { phone: "+4912345", password: PASSWORD });
  await r.record("broken JSON", "POST /signup", { text: "{nope" });
  await signUp("address that is a number", { email: 5, password: PASSWORD });
  await signUp("challenge without a method", {
    email: other,
    password: PASSWORD,
    code_challenge: "x",
  });
  await signUp("name", {
    email: r.uniqueEmail("named"),
    password: PASSWORD,
    data: { name: "Ann" },
  });

  await r.post("resend immediately", "/resend", { type: "signup", email });
  await r.expireCooldowns(email);
  await r.post("resend", "/resend", { type: "signup", email });
  await r.post("resend to an unknown address", "/resend", {
    type: "signup",
    email: r.uniqueEmail("nobody"),
  });
  await r.post("resend of another type", "/resend", { type: "recovery", email });
  await r.post("resend without an address", "/resend", { type: "signup" });
  await recordConfirmation(r, email);
}

async function recordConfirmation(r: Recorder, email: string): Promise<void> {
  const token_hash = await r.getEmailTokenHash(email, CONFIRM);
  const verify = (step: string, body: object) => r.post(step, "/verify", body);

  await verify("confirm as recovery", { type: "recovery", token_hash });
  await verify("confirm without a type", { token_hash });
  await verify("confirm with an unknown type", { type: "nonsense", token_hash });
  await verify("confirm with nothing", { type: "email" });
  await verify("confirm with hash and address", { type: "email", token_hash, email });
  await verify("confirm with a wrong code", { type: "email", token: "000000", email });
  await verify("confirm", { type: "email", token_hash });
  await verify("confirm twice", { type: "email", token_hash });
  await r.post("resend after confirmation", "/resend", { type: "signup", email });
  await r.post("confirmed address", "/signup", { email, password: PASSWORD });
}
