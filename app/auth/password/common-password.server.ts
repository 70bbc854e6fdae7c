import { type FormResult, type FormValues, formInvalid } from "~/forms/form-result";

const COMMON = "This is one of the most common passwords. Please choose another one";
const OWN_ADDRESS = "Please choose a password that is not your email address";

/**
 * Refuses a new password that anyone would try first: a common one, or the account's address; undefined lets it
 * through. Like Supabase's own check for leaked passwords, which asks a service and is off on its free plan.
 */
export async function checkCommonPassword(
  { email, password }: { readonly email: string; readonly password: string },
  values?: FormValues,
): Promise<FormResult | undefined> {
  const typed = password.toLowerCase();
  const address = email.toLowerCase();
  if (typed === address || typed === address.split("@")[0]) {
    return formInvalid({ password: OWN_ADDRESS }, values);
  }
  const { default: common } = await import("@zxcvbn-ts/language-common/src/passwords.json");
  return common.includes(typed) ? formInvalid({ password: COMMON }, values) : undefined;
}
