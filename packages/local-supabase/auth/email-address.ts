import { validationFailed } from "./errors.ts";

const MAXIMUM_LENGTH = 255;
/** As GoTrue's library has it (checkmail): a host needs no dot. */
const LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const FORMAT = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`);

/** Lower-cases an e-mail address. Throws GoTrue's 400 when it cannot be one. */
export function readEmailAddress(email: string | undefined): string {
  if (!email) throw validationFailed("An email address is required");
  if (email.length > MAXIMUM_LENGTH) throw validationFailed("An email address is too long");
  if (!FORMAT.test(email))
    throw validationFailed("Unable to validate email address: invalid format");
  return email.toLowerCase();
}
