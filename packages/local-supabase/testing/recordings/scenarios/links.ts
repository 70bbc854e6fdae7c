import { createChallenge, type Recorder } from "../recorder.ts";

const MAGIC = "Your sign-in link";
const RESET = "Reset your password";

/** Emailed sign-in and password reset links. */
export async function recordLinks(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("linked");
  await r.createUser(email);
  const otp = (step: string, body: object) => r.post(step, "/otp", body);
  const recover = (step: string, body: object) => r.post(step, "/recover", body);

  await otp("sign-in link", { email, create_user: true });
  await otp("sign-in link again immediately", { email, create_user: true });
  await otp("sign-in link to a new address", { email: r.uniqueEmail("fresh"), create_user: true });
  await otp("sign-in link to an unknown address", {
    email: r.uniqueEmail("nobody"),
    create_user: false,
  });
  await otp("sign-in link to an invalid address", { email: "nope" });
  await otp("sign-in link without an address", {});
  await otp("sign-in link by phone", { phone: "+4912345" });
  const magic = await r.getEmailTokenHash(email, MAGIC);
  const verify = (step: string, type: string, token_hash: string) =>
    r.post(step, "/verify", { type, token_hash });
  await verify("sign-in link as sign-up", "signup", magic);
  await verify("follow a sign-in link", "email", magic);

  await r.expireCooldowns(email);
  await recover("reset link", { email });
  await recover("reset link again immediately", { email });
  await recover("reset link to an unknown address", { email: r.uniqueEmail("nobody") });
  await recover("reset link to an invalid address", { email: "nope" });
  await recover("reset link without an address", {});
  await verify("follow a reset link", "recovery", await r.getEmailTokenHash(email, RESET));
  await recordDefaultLinks(r, email);
}

/** Links of Supabase's default templates, which go through the auth server. */
async function recordDefaultLinks(r: Recorder, email: string): Promise<void> {
  const back = `redirect_to=${r.siteUrl}/dashboard`;
  const { verifier, fields } = createChallenge();
  const requestLink = async (extra: object) => {
    await r.expireCooldowns(email);
    await r.send("POST /recover", { body: { email, ...extra } });
    return r.getEmailTokenHash(email, RESET);
  };

  await r.record("default link without a token", `GET /verify?type=recovery&${back}`);
  await r.record(
    "default link with an unknown token",
    `GET /verify?type=recovery&token=abc&${back}`,
  );
  const plain = await requestLink({});
  await r.record("default link", `GET /verify?type=recovery&token=${plain}&${back}`, {
    key: "none",
  });
  await r.record("default link twice", `GET /verify?type=recovery&token=${plain}&${back}`);
  const challenged = await requestLink(fields);
  const { location } = await r.record(
    "default link with a challenge",
    `GET /verify?type=recovery&token=${challenged}&${back}`,
  );
  const auth_code = new URL(location ?? "").searchParams.get("code") ?? "";
  const exchange = (step: string, body: object) => r.post(step, "/token?grant_type=pkce", body);
  await exchange("code with a wrong verifier", { auth_code, code_verifier: "x".repeat(43) });
  await exchange("code without a verifier", { auth_code });
  await exchange("code", { auth_code, code_verifier: verifier });
  await exchange("code twice", { auth_code, code_verifier: verifier });
}
