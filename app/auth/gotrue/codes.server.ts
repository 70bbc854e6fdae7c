/** What GoTrue's error codes mean. Source: supabase/auth, `internal/api/apierrors/errorcode.go`. */
import type { AuthError } from "@supabase/supabase-js";
import { type FormValues, formError, formInvalid } from "~/forms/form-result";
import { MALFORMED_EMAIL } from "~/forms/parse-form";
import {
  type AppError,
  appError,
  ERROR_CODES,
  REQUEST_ERRORS,
  unknownOutcome,
} from "~/http/app-error";
import { TURNSTILE_FAILED } from "~/turnstile/turnstile.server";
import { AUTH_ERRORS, UNAVAILABLE, WEAK_PASSWORD } from "./auth-errors.server";
import { LINK_ERRORS } from "./link-errors";

/** Shown after every sign-up, whether or not the address already has an account. */
export const CHECK_EMAIL_MESSAGE =
  "Thanks for signing up! Please check your email to complete the process.";

/** Supabase Auth's internal error, also when its SMTP server fails. */
export const SERVER_ERROR = "unexpected_failure";

/**
 * A Postgres error that Supabase Auth passes through. Source: supabase/auth,
 * `internal/utilities/postgres.go`.
 */
export const UNIQUE_VIOLATION = "23505";

interface Meaning extends Partial<AppError> {
  readonly message: string;
  /** The form's field that the message is about. */
  readonly field?: "password" | "code" | "name";
  readonly endsSession?: true;
  /** Supabase Auth returns it before it looks up the address, so it reveals nothing about an account. */
  readonly isPublic?: true;
}

const { recentLoginRequired, currentPasswordRequired, sessionEnded } = AUTH_ERRORS;
const SESSION_ENDED: Meaning = { ...sessionEnded, endsSession: true };
const UNDELIVERABLE: Meaning = {
  message: "We can’t send email to that address. Please check it.",
};
const UNKNOWN: Meaning = { message: LINK_ERRORS.unexpected_failure };
const METHOD_OFF: Meaning = { message: LINK_ERRORS.provider_disabled };
const ABANDONED: Meaning = { message: LINK_ERRORS.flow_state_expired };
const TOO_MANY: Meaning = {
  message: "You have reached the maximum number. Remove one to add another.",
};

/** A code keeps its name and has the status 422, unless it maps to one of the product's own errors. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...Object.entries(LINK_ERRORS).map(([code, message]) => [code, { message }] as const),
  ...Object.entries<Meaning>({
    refresh_token_not_found: SESSION_ENDED,
    refresh_token_already_used: SESSION_ENDED,
    session_not_found: SESSION_ENDED,
    session_expired: SESSION_ENDED,
    user_not_found: SESSION_ENDED,
    user_banned: { message: LINK_ERRORS.user_banned, endsSession: true },
    /** Supabase Auth's own rule for a recent sign-in (`secure_password_change`). */
    reauthentication_needed: recentLoginRequired,
    current_password_required: currentPasswordRequired,
    current_password_invalid: currentPasswordRequired,
    conflict: {
      status: 409,
      message: "We’re already working on that request. Please try again in a moment.",
    },
    over_request_rate_limit: { message: REQUEST_ERRORS.tooManyAttempts.message, isPublic: true },
    over_email_send_rate_limit: {
      message: "No email was sent: we can’t send any more right now. Please try again in an hour.",
    },
    validation_failed: { message: "Please check what you entered.", isPublic: true },
    captcha_failed: { message: TURNSTILE_FAILED, isPublic: true },
    invalid_credentials: { message: "That email and password don’t match. Please try again." },
    [ERROR_CODES.emailNotConfirmed]: { message: CHECK_EMAIL_MESSAGE },
    email_provider_disabled: { ...METHOD_OFF, isPublic: true },
    email_address_invalid: UNDELIVERABLE,
    email_address_not_authorized: UNDELIVERABLE,
    bad_code_verifier: ABANDONED,
    pkce_code_verifier_not_found: ABANDONED,
    flow_state_not_found: { message: LINK_ERRORS.otp_expired },

    same_password: {
      message: "This is already your password. Please choose another one",
      field: "password",
    },
    /** Covers a password that is shorter, or has fewer kinds of characters, than the project requires. */
    weak_password: { message: WEAK_PASSWORD, field: "password", isPublic: true },

    passkey_disabled: { message: "Passkeys are turned off." },
    webauthn_challenge_not_found: ABANDONED,
    webauthn_challenge_expired: ABANDONED,
    /** Includes a passkey that is unknown, removed or forged. */
    webauthn_verification_failed: {
      message:
        "We don’t recognize that passkey. It may have been removed. Please use another one, or sign in another way.",
    },
    webauthn_credential_exists: { message: "That passkey is already registered." },
    too_many_passkeys: TOO_MANY,

    mfa_verification_failed: {
      message:
        "That code isn’t right. Enter the one shown now, and check that your phone’s clock is set automatically.",
      field: "code",
    },
    mfa_factor_not_found: {
      message: "This app is no longer on your account. Please reload this page.",
      field: "code",
    },
    mfa_factor_name_conflict: { message: "You already have an app with that name", field: "name" },
    mfa_totp_enroll_not_enabled: METHOD_OFF,
    mfa_totp_verify_not_enabled: METHOD_OFF,
    too_many_enrolled_mfa_factors: TOO_MANY,
    insufficient_aal: { message: AUTH_ERRORS.codeRequired.message },
  }),
]);

const unanswered = (nextStep?: string) => unknownOutcome(UNAVAILABLE.noResponse, nextStep);

/** The error of a call that Supabase Auth did not confirm. Only the pages of settings show the outcome. */
const UNANSWERED = {
  /** If a session was created, no browser has it. */
  "sign-in": appError(
    503,
    UNAVAILABLE.noResponse,
    "Your sign-in did not go through. Please try again in a moment.",
  ),
  "sign-up": unanswered("Check your email for our link; if you don’t get one, sign up again."),
  email: unanswered("Check your inbox in a minute before you request another email."),
  link: unanswered(
    "Please try again in a moment; if the link or code no longer works, sign in to check.",
  ),
  password: unanswered(
    "Sign in with the new password to find out; if that fails, the old one still works.",
  ),
  /** A code is spent once it is entered. */
  code: unanswered("Please wait for the next code and try again."),
  settings: unanswered(),
} as const;

/** What a call to Supabase Auth was for. */
type AuthOperation = keyof typeof UNANSWERED;

/** Supabase Auth's limit per address; any other message with that code is the limit of the whole project. */
const ADDRESS_COOLDOWN = /^For security purposes/;

/**
 * True if an email was just sent to the same address. Never shown: it would reveal that the address has an
 * account.
 */
export function isEmailCooldown(error: AuthError | null): boolean {
  return error?.code === "over_email_send_rate_limit" && ADDRESS_COOLDOWN.test(error.message);
}

/** True if the call may or may not have taken effect, or a concurrent one did. */
function isOutcomeUncertain(error: AuthError | null): boolean {
  const { code } = error ?? {};
  return code === UNAVAILABLE.noResponse || code === SERVER_ERROR || code === UNIQUE_VIOLATION;
}

/**
 * The cookie has no usable session; or GoTrue's `session_not_found`, which auth-js converts to this error.
 */
function isSessionMissing(error: AuthError): boolean {
  return error.name === "AuthSessionMissingError";
}

/** True if Supabase Auth failed or was unreachable. An error without a code is a proxy's, not GoTrue's. */
export function isOutage(error: AuthError): boolean {
  if (isSessionMissing(error)) return false;
  const { code } = error;
  return code === undefined || code === UNAVAILABLE.unreachable || isOutcomeUncertain(error);
}

/**
 * True if Supabase Auth says that the session has ended. Rate limits, conflicts and a proxy's page do not end
 * one.
 */
export function isAuthSessionEnded(error: AuthError | null): boolean {
  if (!error) return false;
  return isSessionMissing(error) || MEANINGS.get(error.code ?? "")?.endsSession === true;
}

/** True if the error does not depend on the address in the request. */
export function isPublicError({ code }: AuthError): boolean {
  return MEANINGS.get(code ?? "")?.isPublic === true;
}

/** The error to show for a code of GoTrue. */
export function codeError(code: string): AppError {
  const meaning = MEANINGS.get(code) ?? UNKNOWN;
  return appError(meaning.status ?? 422, meaning.code ?? code, meaning.message);
}

/** The error to show for a failed call. Its `code` is GoTrue's where there is one. */
export function toAppError(error: AuthError, operation: AuthOperation): AppError {
  if (isSessionMissing(error)) return AUTH_ERRORS.sessionMissing;
  // Only the second link of an email change writes an address.
  if (error.code === UNIQUE_VIOLATION && operation === "link") return AUTH_ERRORS.emailTaken;
  if (isOutcomeUncertain(error)) return UNANSWERED[operation];
  if (error.code === undefined || isOutage(error)) return AUTH_ERRORS.serviceUnreachable;
  const known = codeError(error.code);
  return error.status === 429 ? { ...known, status: 429 } : known;
}

/** The result of a form whose call failed: beside the field that the error is about, or above the form. */
export function authFormError(error: AuthError, operation: AuthOperation, values?: FormValues) {
  if (isEmailFormatError(error)) return formInvalid({ email: MALFORMED_EMAIL }, values);
  const { field, message } = MEANINGS.get(error.code ?? "") ?? {};
  if (!field || !message) return formError(toAppError(error, operation), values);
  return formInvalid({ [field]: message }, values);
}

/**
 * Supabase Auth has one code for all malformed input. Source: supabase/auth, `internal/api/mail.go`,
 * `validateEmail`.
 */
function isEmailFormatError({ code, message }: AuthError): boolean {
  return code === "validation_failed" && /email address/i.test(message);
}
