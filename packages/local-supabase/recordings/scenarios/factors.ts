import * as v from "valibot";
import { totpCode } from "../../auth/totp.ts";
import { type Recorder, readString, readTokens } from "../recorder.ts";

const enrolledSchema = v.object({ id: v.string(), totp: v.object({ secret: v.string() }) });
const NEXT_STEP_MS = 30_000;

/** Authenticator apps. */
export async function recordFactors(r: Recorder): Promise<void> {
  const email = r.address("two-step");
  const id = await r.createUser(email);
  const { access_token: token, refresh_token } = await r.signIn(email);
  const enrol = (step: string, body: object) => r.call(step, "POST /factors", { token, body });

  await enrol("app of no type", { factor_type: "nope" });
  await enrol("phone", { factor_type: "phone", phone: "+491234567" });
  await enrol("security key", { factor_type: "webauthn" });
  const app = { factor_type: "totp", friendly_name: "Phone", issuer: "localhost" };
  const enrolled = v.parse(enrolledSchema, (await enrol("app", app)).body);
  await enrol("app of the same name", app);
  const path = `/factors/${enrolled.id}`;
  await r.call("challenge of nothing", "POST /factors/nope/challenge", { token, body: {} });
  await r.call("challenge of another's", `POST /factors/${crypto.randomUUID()}/challenge`, {
    token,
    body: {},
  });
  const { body } = await r.call("challenge", `POST ${path}/challenge`, { token, body: {} });
  const challenge_id = readString(body, "id");
  const verify = (step: string, answer: object, bearer = token) =>
    r.call(step, `POST ${path}/verify`, {
      token: bearer,
      body: { challenge_id, ...answer },
    });
  await verify("wrong code", { code: "000000" });
  await verify("no code", { code: "" });
  await verify("letters", { code: "abcdef" });
  await verify("unknown challenge", { challenge_id: crypto.randomUUID(), code: "000000" });
  const verified = await verify("right code", { code: totpCode(enrolled.totp.secret) });
  const strong = readTokens(verified.body).access_token;
  await r.mail(email, "Two-step verification was turned on");
  await verify("challenge twice", { code: totpCode(enrolled.totp.secret) }, strong);
  r.note("strength of the token", strengthOf(strong));
  await r.call("refresh token of before", "POST /token?grant_type=refresh_token", {
    body: { refresh_token },
  });
  await r.call("user with an app", "GET /user", { token: strong });
  await r.call("list of apps", `GET /admin/users/${id}/factors`, { key: "secret" });
  await recordFirstStepOnly(r, email, path);
  await recordRemoval(r, { id, email, path, secret: enrolled.totp.secret });
}

async function recordFirstStepOnly(r: Recorder, email: string, path: string): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  r.note("strength after a password only", strengthOf(token));
  const second = { factor_type: "totp", friendly_name: "Second" };
  await r.call("second app without a code", "POST /factors", { token, body: second });
  const body = { password: "another-horse-1" };
  await r.call("new password without a code", "PUT /user", { token, body });
  await r.call("removal without a code", `DELETE ${path}`, { token });
}

interface Enrolled {
  id: string;
  email: string;
  path: string;
  secret: string;
}

async function recordRemoval(r: Recorder, { id, email, path, secret }: Enrolled): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  const opened = await r.ask(`POST ${path}/challenge`, { token, body: {} });
  const body = {
    challenge_id: readString(opened.body, "id"),
    code: totpCode(secret, Date.now() + NEXT_STEP_MS),
  };
  const strong = readTokens((await r.ask(`POST ${path}/verify`, { token, body })).body);
  await r.call("removal", `DELETE ${path}`, { token: strong.access_token });
  await r.mail(email, "An authenticator app was removed");
  const refreshed = await r.ask("POST /token?grant_type=refresh_token", {
    body: { refresh_token: strong.refresh_token },
  });
  r.note("strength after the removal", strengthOf(readTokens(refreshed.body).access_token));
  await r.call("list of no apps", `GET /admin/users/${id}/factors`, { key: "secret" });
  const unknown = `DELETE /admin/users/${id}/factors/${crypto.randomUUID()}`;
  await r.call("removal of an unknown one", unknown, { key: "secret" });
}

const strengthSchema = v.object({
  aal: v.string(),
  amr: v.array(v.object({ method: v.string() })),
});

function strengthOf(token: string): unknown {
  const [, claims = ""] = token.split(".");
  const { aal, amr } = v.parse(
    strengthSchema,
    JSON.parse(Buffer.from(claims, "base64url").toString()),
  );
  return { aal, methods: amr.map(({ method }) => method).sort() };
}
