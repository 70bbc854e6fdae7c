import { validationFailed } from "./errors.ts";

const MAXIMUM_LENGTH = 255;
const FORMAT = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Lower-cases an e-mail address. Throws GoTrue's 400 when it cannot be one. */
export function readEmailAddress(email: string | undefined): string {
  if (!email) throw validationFailed("An email address is required");
  if (email.length > MAXIMUM_LENGTH) throw validationFailed("An email address is too long");
  if (!FORMAT.test(email))
    throw validationFailed("Unable to validate email address: invalid format");
  return email.toLowerCase();
}
