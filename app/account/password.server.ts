import { refusePassword } from "~/auth/password-refusal.server";
import { refuseWithoutRecentLogin } from "~/auth/recent-login.server";
import { getSession, openSessionClient } from "~/auth/visitor.server";
import { type FormResult, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import type { RequestContext } from "~/platform/context.server";
import { passwordSchema } from "./schema";

/** Sets a new password; GoTrue ends the user's other sessions. Needs a recent sign-in. */
export async function updatePassword(
  context: RequestContext,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(passwordSchema, formData);
  if (!form.ok) return form.result;
  const refusal = refuseWithoutRecentLogin(getSession(context));
  if (refusal) return refusal;
  const supabase = await openSessionClient(context);
  const { error } = await supabase.auth.updateUser({ password: form.value.password });
  return error ? refusePassword(error) : formSuccess("Your password has been updated");
}
