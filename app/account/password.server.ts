import { describeAuthError } from "~/auth/auth-errors.server";
import { refuseWithoutRecentLogin } from "~/auth/recent-login.server";
import { getRequiredSession, openSessionClient } from "~/auth/session.server";
import { type FormResult, formError, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import type { RequestCall } from "~/platform/context.server";
import { passwordSchema } from "./schema";

/** Sets a new password; GoTrue ends the user's other sessions. Needs a recent sign-in. */
export async function updatePassword(
  { request, context }: RequestCall,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(passwordSchema, formData);
  if (!form.ok) return form.result;
  const refusal = refuseWithoutRecentLogin(getRequiredSession(context));
  if (refusal) return refusal;
  const supabase = await openSessionClient(request, context);
  const { error } = await supabase.auth.updateUser({ password: form.value.password });
  return error
    ? formError(describeAuthError(error))
    : formSuccess("Your password has been updated");
}
