/** The origin of the widget's script and frame, and of the server's check. */
export const TURNSTILE_ORIGIN = "https://challenges.cloudflare.com";

/** The field that the widget adds to its form. */
export const TURNSTILE_FIELD = "cf-turnstile-response";
