/**
 * The least number of characters, as `minimum_password_length` in supabase/config.toml. vite.config.ts
 * imports this file too.
 */
export const PASSWORD_MIN_LENGTH = 8;
