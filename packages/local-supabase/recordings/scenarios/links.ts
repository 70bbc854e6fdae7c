import { createChallenge, type Recorder } from "../recorder.ts";

const MAGIC = "Your sign-in link";
const RESET = "Reset your password";

/** Mailed links to sign in and to reset a password. */
export async function recordLinks(r: Recorder): Promise<void> {
  const email = r.address("linked");
  await r.createUser(email);
  const otp = (step: string, body: object) => r.call(step, "POST /otp", { body });
  const recover = (step: string, body: object) => r.call(step, "POST /recover", { body });

  await otp("sign-in link", { email, create_user: true });
  await otp("sign-in link again at once", { email, create_user: true });
  await otp("sign-in link to a new address", { email: r.address("fresh"), create_user: true });
  await otp("sign-in link to nobody", { email: r.address("nobody"), create_user: false });
  await otp("sign-in link to no address", { email: "nope" });
  await otp("sign-in link without one", {});
  await otp("sign-in link by phone", { phone: "+4912345" });
  const magic = await r.mailedHash(email, MAGIC);
  const verify = (step: string, type: string, token_hash: string) =>
    r.call(step, "POST /verify", { body: { type, token_hash } });
  await verify("sign-in link as sign-up", "signup", magic);
  await verify("follow a sign-in link", "email", magic);

  await r.agePauses(email);
  await recover("reset link", { email });
  await recover("reset link again at once", { email });
  await recover("reset link to nobody", { email: r.address("nobody") });
  await recover("reset link to no address", { email: "nope" });
  await recover("reset link without one", {});
  await verify("follow a reset link", "recovery", await r.mailedHash(email, RESET));
  await recordDefaultLinks(r, email);
}

/** Links of Supabase's own templates, which lead through the auth server. */
async function recordDefaultLinks(r: Recorder, email: string): Promise<void> {
  const back = `redirect_to=${r.siteUrl}/dashboard`;
  const { verifier, fields } = createChallenge();
  const ask = async (extra: object) => {
    await r.agePauses(email);
    await r.ask("POST /recover", { body: { email, ...extra } });
    return r.mailedHash(email, RESET);
  };

  await r.call("default link without a token", `GET /verify?type=recovery&${back}`);
  await r.call("default link that is unknown", `GET /verify?type=recovery&token=abc&${back}`);
  const plain = await ask({});
  await r.call("default link", `GET /verify?type=recovery&token=${plain}&${back}`, { key: "none" });
  await r.call("default link twice", `GET /verify?type=recovery&token=${plain}&${back}`);
  const challenged = await ask(fields);
  const { location } = await r.call(
    "default link with a challenge",
    `GET /verify?type=recovery&token=${challenged}&${back}`,
  );
  const auth_code = new URL(location ?? "").searchParams.get("code") ?? "";
  const exchange = (step: string, body: object) =>
    r.call(step, "POST /token?grant_type=pkce", { body });
  await exchange("code with a wrong verifier", { auth_code, code_verifier: "x".repeat(43) });
  await exchange("code without a verifier", { auth_code });
  await exchange("code", { auth_code, code_verifier: verifier });
  await exchange("code twice", { auth_code, code_verifier: verifier });
}
