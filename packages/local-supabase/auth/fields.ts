import * as v from "valibot";
import type { JsonObject } from "../database.ts";
import { AuthError, validationFailed } from "./errors.ts";

/** Any JSON object. Its values are not checked: request bodies come from JSON.parse. */
export const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "expected an object",
);

/** The `data` field of a body; missing or null becomes an empty object. */
export const metadataField = v.nullish(jsonObject, {});

export const uuid = v.pipe(v.string(), v.uuid());

const MAX_EMAIL_LENGTH = 255;
/** As in GoTrue's library (checkmail), a host needs no dot. */
const HOST_LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
const EMAIL_FORMAT = new RegExp(
  `^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${HOST_LABEL}(?:\\.${HOST_LABEL})*$`,
);

/** Validates and lowercases an email address. Throws GoTrue's 400. */
export function parseEmailAddress(email: string | undefined): string {
  if (!email) throw validationFailed("An email address is required");
  if (email.length > MAX_EMAIL_LENGTH) throw validationFailed("An email address is too long");
  if (!EMAIL_FORMAT.test(email))
    throw validationFailed("Unable to validate email address: invalid format");
  return email.toLowerCase();
}

/** Throws when a request has a phone number, which would otherwise be ignored. */
export function rejectPhone(phone: string): void {
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
}
