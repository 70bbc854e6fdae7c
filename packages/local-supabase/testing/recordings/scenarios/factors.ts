import { decodeJwt } from "jose";
import * as v from "valibot";
import { totpCode } from "../../../auth/mfa/totp.ts";
import {
  type Enrolled,
  enrolledSchema,
  type Recorder,
  readString,
  readTokens,
} from "../recorder.ts";

const NEXT_STEP_MS = 30_000;

/** MFA with authenticator apps. */
export async function recordFactors(r: Recorder): Promise<void> {
  const email = r.uniqueEmail("two-step");
  const id = await r.createUser(email);
  const { access_token: token, refresh_token } = await r.signIn(email);
  const enrol = (step: string, body: object) => r.post(step, "/factors", body, { token });

  await enrol("unknown factor type", { factor_type: "nope" });
  await enrol("phone", { factor_type: "phone", phone: "+491234567" });
  await enrol("security key", { factor_type: "webauthn" });
  const app = { factor_type: "totp", friendly_name: "Phone", issuer: "localhost" };
  const enrolled = v.parse(enrolledSchema, (await enrol("app", app)).body);
  await enrol("app with the same name", app);
  const path = `/factors/${enrolled.id}`;
  await r.post("challenge with an invalid id", "/factors/nope/challenge", {}, { token });
  const unknown = `/factors/${crypto.randomUUID()}/challenge`;
  await r.post("challenge for another user's factor", unknown, {}, { token });
  const { body } = await r.post("challenge", `${path}/challenge`, {}, { token });
  const challenge_id = readString(body, "id");
  const verify = (step: string, body: object, bearer = token) =>
    r.post(step, `${path}/verify`, { challenge_id, ...body }, { token: bearer });
  await verify("wrong code", { code: "000000" });
  await verify("no code", { code: "" });
  await verify("letters", { code: "abcdef" });
  await verify("unknown challenge", { challenge_id: crypto.randomUUID(), code: "000000" });
  const verified = await verify("right code", { code: totpCode(enrolled.totp.secret) });
  const strong = readTokens(verified.body).access_token;
  await r.waitForEmail(email, "Two-step verification was turned on");
  await verify("challenge twice", { code: totpCode(enrolled.totp.secret) }, strong);
  r.recordValue("assurance level after verification", getAssuranceLevel(strong));
  await r.refresh("refresh token from before verification", refresh_token);
  await r.record("user with an app", "GET /user", { token: strong });
  await r.record("list of apps", `GET /admin/users/${id}/factors`, { key: "secret" });
  await recordFirstStepOnly(r, email, path);
  await recordRemoval(r, id, email, enrolled);
}

async function recordFirstStepOnly(r: Recorder, email: string, path: string): Promise<void> {
  const { access_token: token } = await r.signIn(email);
  r.recordValue("assurance level after a password", getAssuranceLevel(token));
  const second = { factor_type: "totp", friendly_name: "Second" };
  await r.post("second app without a code", "/factors", second, { token });
  const body = { password: "another-horse-1" };
  await r.record("new password without a code", "PUT /user", { token, body });
  await r.record("removal without a code", `DELETE ${path}`, { token });
}

async function recordRemoval(r: Recorder, id: string, email: string, app: Enrolled) {
  const { access_token: token } = await r.signIn(email);
  const strong = await r.passSecondStep(token, app, Date.now() + NEXT_STEP_MS);
  await r.record("removal", `DELETE /factors/${app.id}`, { token: strong.access_token });
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
  const { aal, amr } = v.parse(assuranceSchema, decodeJwt(token));
  return { aal, methods: amr.map(({ method }) => method).sort() };
}
