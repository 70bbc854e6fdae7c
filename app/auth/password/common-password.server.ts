import { passwordErrors } from "~/content/auth/auth-errors";
import { type FormResult, type FormValues, formInvalid } from "~/forms/form-result";

/**
 * Rejects a password that is easy to guess: a common one, or the account's email address. Returns undefined if it is
 * accepted. In addition to Supabase's check for leaked passwords, which is not on its free plan.
 */
export async function checkCommonPassword(
  { email, password }: { readonly email: string; readonly password: string },
  values?: FormValues,
): Promise<FormResult | undefined> {
  const candidate = password.toLowerCase();
  const address = email.toLowerCase();
  if (candidate === address || candidate === address.split("@")[0]) {
    return formInvalid({ password: passwordErrors.ownAddress }, values);
  }
  const { default: common } = await import("@zxcvbn-ts/language-common/src/passwords.json");
  return common.includes(candidate)
    ? formInvalid({ password: passwordErrors.common }, values)
    : undefined;
}
