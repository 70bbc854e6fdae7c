/** What people are told before they choose a password. Apart from the check, because vite.config.ts reads it as well. */

/** In characters; `minimum_password_length` of supabase/config.toml is the same. */
export const PASSWORD_MIN_LENGTH = 8;

export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters.`;
