/** Setting up and removing authenticator apps, each as an answer to a form. */
import { data, redirect } from "react-router";
import { describeAuthError } from "~/auth/auth-errors.server";
import { refuseWithoutRecentLogin } from "~/auth/recent-login.server";
import { getRequiredSession, openSessionClient } from "~/auth/session.server";
import { type FormResult, formError } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import type { RequestCall } from "~/platform/context.server";
import { type AuthClient, verifyCode } from "./apps.server";
import { codeSchema, confirmationSchema, removalSchema, setUpSchema } from "./schema";
import type { DoneTwoStep, Enrolment } from "./two-step";

const PAGE = "/settings/password/two-step";

export interface TwoStepAnswer {
  readonly result: FormResult | undefined;
  readonly enrolment?: Enrolment | undefined;
  /** The app whose removal `result` is about. */
  readonly removal?: string | undefined;
}

/** Starts setting up an app. Needs a recent sign-in, and a code where there is an app already. */
export async function setUpApp(call: RequestCall, formData: FormData) {
  const form = parseForm(setUpSchema, formData);
  if (!form.ok) return answer(422, { result: form.result });
  const session = getRequiredSession(call.context);
  const refusal = refuseWithoutRecentLogin(session);
  if (refusal) return answer(403, { result: refusal });
  const { auth } = await openSessionClient(call.request, call.context);
  if (session.twoStep === "done") {
    const wrong = await takeCode(call, auth, formData);
    if (wrong) return answer(wrong.status, { result: wrong.result });
  }
  await removeUnfinished(auth);
  const { data: factor, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: form.value.name,
    issuer: new URL(call.request.url).host,
  });
  if (error) return answer(422, { result: describeSetUpError(error, form.value.name) });
  const { secret, qr_code: image } = factor.totp;
  return answer(200, {
    result: undefined,
    enrolment: { app: factor.id, secret, qrCode: encodeImage(image) },
  });
}

/** Ends setting up an app with its first code; from then on signing in needs one. */
export async function confirmApp(call: RequestCall, formData: FormData) {
  const form = parseForm(confirmationSchema, formData);
  if (!form.ok) return answer(422, { result: form.result });
  const { app, secret } = form.value;
  const { auth } = await openSessionClient(call.request, call.context);
  const wrong = await takeCode(call, auth, formData);
  if (wrong) return answer(wrong.status, { result: wrong.result, enrolment: { app, secret } });
  throw redirect(donePath("added"));
}

/** Removes an app. Needs a recent sign-in and a code, of this app or of another one. */
export async function removeApp(call: RequestCall, formData: FormData) {
  const form = parseForm(removalSchema, formData);
  if (!form.ok) return answer(422, { result: form.result, removal: readText(formData, "removal") });
  const { removal } = form.value;
  const refusal = refuseWithoutRecentLogin(getRequiredSession(call.context));
  if (refusal) return answer(403, { result: refusal, removal });
  const { auth } = await openSessionClient(call.request, call.context);
  const wrong = await takeCode(call, auth, formData);
  if (wrong) return answer(wrong.status, { result: wrong.result, removal });
  const { error } = await auth.mfa.unenroll({ factorId: removal });
  if (error) return answer(422, { result: formError(describeAuthError(error)), removal });
  // The session may have fallen back to aal1, which only a new token says.
  await auth.refreshSession();
  throw redirect(donePath("removed"));
}

async function takeCode(call: RequestCall, auth: AuthClient, formData: FormData) {
  const form = parseForm(codeSchema, formData);
  if (!form.ok) return { status: 422, result: form.result };
  const session = getRequiredSession(call.context);
  const refusal = await verifyCode({ ...call, session, auth }, form.value);
  return refusal && { status: refusal.init?.status ?? 422, result: refusal.data };
}

/** Set-ups that were never confirmed would keep their names, and count. */
async function removeUnfinished(auth: AuthClient): Promise<void> {
  const { data: factors } = await auth.mfa.listFactors();
  const unfinished = factors?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
}

type AuthError = Parameters<typeof describeAuthError>[0];

function describeSetUpError(error: AuthError, name: string): FormResult {
  return error.code === "mfa_factor_name_conflict"
    ? { status: "error", fieldErrors: { name: "You have an app of that name" }, values: { name } }
    : formError(describeAuthError(error), { name });
}

/** auth-js puts the SVG into the address as it is; a "#" in it would end the image. */
function encodeImage(address: string): string {
  const svg = address.slice(address.indexOf(",") + 1);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function donePath(done: DoneTwoStep): string {
  return `${PAGE}?${new URLSearchParams({ done })}`;
}

function readText(formData: FormData, name: string): string | undefined {
  const value = formData.get(name);
  return typeof value === "string" ? value : undefined;
}

function answer(status: number, body: TwoStepAnswer) {
  return data(body, { status });
}
