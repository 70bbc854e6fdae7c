/** Text of two-step verification: its settings page, the code page at sign-in, and recovery codes. */
import { brand } from "../brand";

const TRY_LATER = "Please try again in a moment.";

export const twoStepPage = {
  title: "Two-step verification",
  off: "It’s off. When it’s on, signing in also takes a code from an app on your phone, so a stolen password alone isn’t enough.",
  on: "It’s on: signing in takes a code from one of these apps. If you lose a device, use a recovery code or a second app to get back in.",
  defaultAppName: "Authenticator app",
  addedOn: "Added on",
  remove: "Remove",
} as const;

/** Shown after a change. */
export const twoStepChanges = {
  added: "Two-step verification is on. Your other devices need to sign in again with a code.",
  removed: "The authenticator app has been removed.",
  recovered:
    "Two-step verification is off, because your recovery code removed your authenticator apps. Please set up a new one now.",
  renewed: "You have new recovery codes. The old ones no longer work.",
} as const;

export const appSetup = {
  firstTitle: "Set up an authenticator app",
  anotherTitle: "Add another authenticator app",
  name: "Name",
  nameHint: "Helps you tell your apps apart. You can’t change it later.",
  submit: "Set up",
  scan: "Scan this with your authenticator app or password manager.",
  qrCodeAlt: "QR code for your authenticator app",
  keyAfterQrCode: "Or enter this key in the app:",
  key: "The key for your new app:",
  confirm: "Turn on",
  cancel: "Cancel",
} as const;

export const codeField = {
  app: "Authenticator app",
  label: "Code",
  hint: "The six digits your authenticator app shows now.",
} as const;

/** The page that asks for the code at sign-in. */
export const codePage = {
  title: "Enter your code",
  lead: (email: string) =>
    `${email ? `You’re signing in as ${email}. ` : ""}Your account also requires a code.`,
  submit: "Continue",
  switchAccount: "Try another account",
} as const;

/** The form that takes a recovery code in place of a code. */
export const recoveryForm = {
  open: "I don’t have my device",
  lead: "Enter one of your recovery codes. Your authenticator apps are removed from the account, and you set up a new one. Each code works once.",
  label: "Recovery code",
  hint: "Six groups of four characters, from the list you saved.",
  submit: "Use a recovery code",
  noCodes: "No recovery codes? If you set up a second authenticator app, use that one. Otherwise, ",
  contact: "contact us",
  afterContact:
    " from your account’s email address. We’ll verify that it’s you and turn two-step verification off.",
} as const;

export const recoveryCodesCard = {
  title: "Recovery codes",
  remaining: (count: number) => `${count} recovery ${count === 1 ? "code" : "codes"} left`,
  lead: "Each code lets you in once without your app. If you run out, lose them, or think someone has seen them, make new ones: the old ones stop working.",
  open: "Make new recovery codes",
  submit: "Make new codes",
} as const;

const RECOVERY_CODES_LEAD = "Each of these codes lets you in once without your authenticator app.";

/** New recovery codes, on the page and in the text file. */
export const newRecoveryCodes = {
  title: `Your recovery codes for ${brand.name}`,
  lead: RECOVERY_CODES_LEAD,
  shownOnce: "They are shown only once.",
  instructions: "Download, copy or print them, and store them somewhere other than your phone.",
  download: "Download",
  copy: "Copy",
  copied: "Copied",
  print: "Print",
  done: "I’ve saved them",
} as const;

/** Errors beside a field. */
export const twoStepFieldErrors = {
  app: "Please choose an app",
  code: "Please enter the code",
  codeFormat: "The code has six digits",
  name: "Please enter a name",
  nameTooLong: (max: number) => `Please use at most ${max} characters`,
  nameTaken: "You already have an app with that name",
  recoveryCode: "Please enter a recovery code",
  recoveryCodeFormat: "A recovery code has six groups of four letters and digits",
  wrongRecoveryCode: "That code isn’t right, or it has already been used.",
  wrongCode: "That code isn’t right. Codes change every 30 seconds, so enter the one shown now.",
  usedCode: "That code was already entered. Please wait for the next one.",
  appRemoved: "This app is no longer on your account. Please reload this page.",
  expired: "That took too long. Please enter the code shown now.",
} as const;

/** Errors about a whole form. */
export const twoStepErrors = {
  tooManyCodes: (minutes: number) =>
    `Too many wrong codes were entered for this account. Please try again in ${minutes} minutes.`,
  codesUnavailable: `We can’t check codes right now. ${TRY_LATER}`,
  recoveryUnavailable:
    "We can’t accept recovery codes right now. Please try again in a moment. If this code no longer works, use another one.",
  renewalFailed: `We couldn’t make new recovery codes, and the old ones may no longer work. ${TRY_LATER}`,
} as const;
