import * as v from "valibot";
import { totpCode } from "../../../auth/mfa/totp.ts";
import { type Recorder, readString, readTokens } from "../recorder.ts";

const enrolledSchema = v.object({ id: v.string(), totp: v.object({ secret: v.string() }) });
const NEXT_STEP_MS = 30_000;

/** MFA with authenticator apps. */
export async function recordFactors(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("two-step");
  const id = await r.createUser(email);
  const { access_token: token, refresh_token } = await r.signIn(email);
  const enrol = (step: string, body: object) => r.record(step, "POST /factors", { token, body });

  await enrol("unknown factor type", { factor_type: "nope" });
  await enrol("phone", { factor_type: "phone", phone: "+491234567" });
  await enrol("security key", { factor_type: "webauthn" });
  const app = { factor_type: "totp", friendly_name: "Phone", issuer: "localhost" };
  const enrolled = v.parse(enrolledSchema, (await enrol("app", app)).body);
  await enrol("app with the same name", app);
  const path = `/factors/${enrolled.id}`;
  await r.record("challenge with an invalid id", "POST /factors/nope/challenge", {
    token,
    body: {},
  });
  await r.record(
    "challenge for another user's factor",
    `POST /factors/${crypto.randomUUID()}/challenge`,
    {
      token,
      body: {},
    },
  );
  const { body } = await r.record("challenge", `POST ${path}/challenge`, { token, body: {} });
  const challenge_id = readString(body, "id");
  const verify = (step: string, body: object, bearer = token) =>
    r.record(step, `POST ${path}/verify`, {
      token: bearer,
      body: { challenge_id, ...body },
    });
  await verify("wrong code", { code: "000000" });
  await verify("no code", { code: "" });
  await verify("letters", { code: "abcdef" });
  await verify("unknown challenge", { challenge_id: crypto.randomUUID(), code: "000000" });
  const verified = await verify("right code", { code: totpCode(enrolled.totp.secret) });
  const strong = readTokens(verified.body).access_token;
  await r.waitForEmail(email, "Two-step verification was turned on");
  await verify("challenge twice", { code: totpCode(enrolled.totp.secret) }, strong);
  r.recordValue("assurance level after verification", getAssuranceLevel(strong));
  await r.record("refresh token from before verification", "POST /token?grant_type=refresh_token", {
    body: { refresh_token },
  });
  await r.record("user with an app", "GET /user", { token: strong });
  await r.record("list of apps", `GET /admin/users/${id}/factors`, { key: "secret" });
  await recordFirstStepOnly(r, email, path);
  await recordRemoval(r, { id, email, path, secret: enrolled.totp.secret });
}

async function recordFirstStepOnly(r: Recorder, email: string, path: string): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  r.recordValue("assurance level after a password", getAssuranceLevel(token));
  const second = { factor_type: "totp", friendly_name: "Second" };
  await r.record("second app without a code", "POST /factors", { token, body: second });
  const body = { password: "another-horse-1" };
  await r.record("new password without a code", "PUT /user", { token, body });
  await r.record("removal without a code", `DELETE ${path}`, { token });
}

interface Enrolled {
  id: string;
  email: string;
  path: string;
  secret: string;
}

async function recordRemoval(r: Recorder, { id, email, path, secret }: Enrolled): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  const opened = await r.send(`POST ${path}/challenge`, { token, body: {} });
  const body = {
    challenge_id: readString(opened.body, "id"),
    code: totpCode(secret, Date.now() + NEXT_STEP_MS),
  };
  const strong = readTokens((await r.send(`POST ${path}/verify`, { token, body })).body);
  await r.record("removal", `DELETE ${path}`, { token: strong.access_token });
  await r.waitForEmail(email, "An authenticator app was removed");
  const refreshed = await r.send("POST /token?grant_type=refresh_token", {
    body: { refresh_token: strong.refresh_token },
  });
  r.recordValue(
    "assurance level after removal",
    getAssuranceLevel(readTokens(refreshed.body).access_token),
  );
  await r.record("list without apps", `GET /admin/users/${id}/factors`, { key: "secret" });
  const unknown = `DELETE /admin/users/${id}/factors/${crypto.randomUUID()}`;
  await r.record("removal of an unknown app", unknown, { key: "secret" });
}

const assuranceSchema = v.object({
  aal: v.string(),
  amr: v.array(v.object({ method: v.string() })),
});

function getAssuranceLevel(token: string): unknown {
  const [, claims = ""] = token.split(".");
  const { aal, amr } = v.parse(
    assuranceSchema,
    JSON.parse(Buffer.from(claims, "base64url").toString()),
  );
  return { aal, methods: amr.map(({ method }) => method).sort() };
}
