import { type FormResult, type FormValues, formInvalid } from "~/forms/form-result";

/**
 * Rejects a password that is easy to guess: a common one, or the account's email address. Returns undefined
 * if it is accepted. In addition to Supabase's check for leaked passwords, which is not on its free plan.
 */
export async function checkCommonPassword(
  { email, password }: { readonly email: string; readonly password: string },
  values?: FormValues,
): Promise<FormResult | undefined> {
  const candidate = password.toLowerCase();
  const address = email.toLowerCase();
  if (candidate === address || candidate === address.split("@")[0]) {
    return formInvalid(
      { password: "Please choose a password that is not your email address" },
      values,
    );
  }
  const { default: common } = await import("@zxcvbn-ts/language-common/src/passwords.json");
  return common.includes(candidate)
    ? formInvalid(
        { password: "This is one of the most common passwords. Please choose another one" },
        values,
      )
    : undefined;
}
