import { setPassword } from "~/auth/set-password.server";
import { getSession } from "~/auth/visitor.server";
import { type FormResult, formSuccess } from "~/forms/form-result";
import { parseForm } from "~/forms/parse-form";
import type { RequestContext } from "~/platform/context.server";
import { passwordSchema } from "./schema";

/** Sets a new password from the settings. */
export async function updatePassword(
  context: RequestContext,
  formData: FormData,
): Promise<FormResult> {
  const form = parseForm(passwordSchema, formData);
  if (!form.ok) return form.result;
  const refusal = await setPassword(context, getSession(context), form.value.password);
  return refusal ?? formSuccess("Your password has been updated");
}
