/** Text of the fields, providers and dialogs that pages for signing in share with the account area. */

export const authFields = {
  email: "Email",
  password: "Password",
  confirmPassword: "Confirm password",
  newPassword: "New password",
  confirmNewPassword: "Confirm new password",
  showPassword: "Show",
  passwordHint: (minLength: number) => `At least ${minLength} characters.`,
} as const;

/** Errors beside a field. */
export const authFieldErrors = {
  email: "Please enter an email",
  password: "Please enter a password",
  confirmPassword: "Please enter your password again",
  confirmNewPassword: "Please enter your new password again",
  currentPassword: "Please enter your password",
  mismatch: "This doesn't match your password",
  tooShort: (min: number) => `Please use at least ${min} characters`,
  tooLong: (max: number) => `Please use at most ${max} characters`,
} as const;

export const providerLinks = {
  separator: "or",
  continueWith: (provider: string) => `Continue with ${provider}`,
  lastUsed: "Last used",
} as const;

/** Signing in again before a sensitive change. */
export const reauthentication = {
  pageTitle: "Sign in again",
  title: "Please sign in again to complete this action",
  submit: "Sign in",
  link: "Sign in again",
  done: "You are signed in again",
  closeWindow: "You are signed in again. You can close this window.",
  wrongPassword: "That password isn’t right",
  noWindow: "Your browser didn’t open the window.",
  openInTab: (provider: string) => `Sign in with ${provider} in a new tab`,
} as const;
