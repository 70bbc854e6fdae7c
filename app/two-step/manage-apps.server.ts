/** Setting up and removing authenticator apps, each as an answer to a form. */
import type { AuthError } from "@supabase/supabase-js";
import { data, redirect } from "react-router";
import { authRefusal } from "~/auth/auth-errors.server";
import { refuseWithoutRecentLogin } from "~/auth/recent-login.server";
import { getSession, openSessionClient } from "~/auth/visitor.server";
import { type FormResult, formInvalid, refuseForm } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import { responseInit } from "~/forms/refusal";
import { getPlatform, type RequestContext } from "~/platform/context.server";
import { type AuthClient, verifyCode } from "./apps.server";
import { codeSchema, confirmationSchema, removalSchema, setUpSchema } from "./schema";
import { type DoneTwoStep, type Enrolment, TWO_STEP_PATH } from "./two-step";

export interface TwoStepAnswer {
  readonly result: FormResult | undefined;
  readonly enrolment?: Enrolment | undefined;
  /** The app whose removal `result` is about. */
  readonly removal?: string | undefined;
}

/** Starts setting up an app. Needs a recent sign-in, and a code where there is an app already. */
export async function setUpApp(context: RequestContext, formData: FormData) {
  const form = parseForm(setUpSchema, formData);
  if (!form.ok) return answer({ result: form.result });
  const session = getSession(context);
  const refusal = refuseWithoutRecentLogin(session);
  if (refusal) return answer({ result: refusal });
  const { auth } = await openSessionClient(context);
  if (session.twoStep === "done") {
    const wrong = await takeCode(context, auth, formData);
    if (wrong) return answer({ result: wrong });
  }
  await removeUnfinished(auth);
  const { data: factor, error } = await auth.mfa.enroll({
    factorType: "totp",
    friendlyName: form.value.name,
    issuer: new URL(getPlatform(context).config.siteUrl).host,
  });
  if (error) return answer({ result: describeSetUpError(error, form.value.name) });
  const { secret, qr_code: image } = factor.totp;
  return answer({
    result: undefined,
    enrolment: { app: factor.id, secret, qrCode: encodeImage(image) },
  });
}

/** Ends setting up an app with its first code; from then on signing in needs one. */
export async function confirmApp(context: RequestContext, formData: FormData) {
  const form = parseForm(confirmationSchema, formData);
  if (!form.ok) return answer({ result: form.result });
  const { app, secret } = form.value;
  const { auth } = await openSessionClient(context);
  const wrong = await takeCode(context, auth, formData);
  if (wrong) return answer({ result: wrong, enrolment: { app, secret } });
  throw redirect(donePath("added"));
}

/** Removes an app. Needs a recent sign-in and a code, of this app or of another one. */
export async function removeApp(context: RequestContext, formData: FormData) {
  const form = parseForm(removalSchema, formData);
  if (!form.ok) return answer({ result: form.result, removal: readText(formData, "removal") });
  const { removal } = form.value;
  const refusal = refuseWithoutRecentLogin(getSession(context));
  if (refusal) return answer({ result: refusal, removal });
  const { auth } = await openSessionClient(context);
  const wrong = await takeCode(context, auth, formData);
  if (wrong) return answer({ result: wrong, removal });
  const { error } = await auth.mfa.unenroll({ factorId: removal });
  if (error) return answer({ result: refuseForm(authRefusal(error)), removal });
  // The session may have fallen back to aal1, which only a new token says.
  await auth.refreshSession();
  throw redirect(donePath("removed"));
}

/** Takes the code that stands in the form; undefined when it was right. */
async function takeCode(
  context: RequestContext,
  auth: AuthClient,
  formData: FormData,
): Promise<FormResult | undefined> {
  const form = parseForm(codeSchema, formData);
  if (!form.ok) return form.result;
  return verifyCode({ context, session: getSession(context), auth }, form.value);
}

/** Set-ups that were never confirmed would keep their names, and count. */
async function removeUnfinished(auth: AuthClient): Promise<void> {
  const { data: factors } = await auth.mfa.listFactors();
  const unfinished = factors?.all.filter(({ status }) => status === "unverified") ?? [];
  await Promise.all(unfinished.map(({ id }) => auth.mfa.unenroll({ factorId: id })));
}

function describeSetUpError(error: AuthError, name: string): FormResult {
  return error.code === "mfa_factor_name_conflict"
    ? formInvalid({ name: "You have an app of that name" }, { name })
    : refuseForm(authRefusal(error), { name });
}

/** auth-js puts the SVG into the address as it is; a "#" in it would end the image. */
function encodeImage(address: string): string {
  const svg = address.slice(address.indexOf(",") + 1);
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function donePath(done: DoneTwoStep): string {
  return `${TWO_STEP_PATH}?${new URLSearchParams({ done })}`;
}

function readText(formData: FormData, name: string): string | undefined {
  const value = formData.get(name);
  return typeof value === "string" ? value : undefined;
}

function answer(body: TwoStepAnswer) {
  return data(body, responseInit(body.result ?? { httpStatus: 200 }));
}
