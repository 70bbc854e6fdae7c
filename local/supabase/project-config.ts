import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import * as v from "valibot";

/** Mails that a person has to act on, each with a link or a code. */
export const TEMPLATE_NAMES = [
  "confirmation",
  "recovery",
  "magic_link",
  "email_change",
  "invite",
  "reauthentication",
] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** Mails that only say what has happened to an account. */
export const NOTICE_NAMES = [
  "password_changed",
  "email_changed",
  "mfa_factor_enrolled",
  "mfa_factor_unenrolled",
] as const;
export type NoticeName = (typeof NOTICE_NAMES)[number];

const file = v.pipe(v.string(), v.startsWith("./"));
const template = v.object({ subject: v.string(), content_path: file });
const notice = v.object({ enabled: v.boolean(), subject: v.string(), content_path: file });

/** What the auth servers of this project read of `supabase/config.toml`. */
const configSchema = v.object({
  auth: v.object({
    jwt_expiry: v.number(),
    enable_refresh_token_rotation: v.boolean(),
    refresh_token_reuse_interval: v.number(),
    enable_signup: v.boolean(),
    enable_manual_linking: v.boolean(),
    minimum_password_length: v.number(),
    email: v.object({
      enable_confirmations: v.boolean(),
      double_confirm_changes: v.boolean(),
      secure_password_change: v.boolean(),
      max_frequency: v.string(),
      otp_length: v.number(),
      otp_expiry: v.number(),
      template: v.object(v.entriesFromList(TEMPLATE_NAMES, template)),
      notification: v.object(v.entriesFromList(NOTICE_NAMES, notice)),
    }),
    hook: v.object({
      custom_access_token: v.object({ enabled: v.boolean(), uri: v.string() }),
    }),
    mfa: v.object({ max_enrolled_factors: v.number() }),
  }),
});

export type AuthConfig = v.InferOutput<typeof configSchema>["auth"];

const PROJECT = new URL("../../", import.meta.url);

/** Reads `supabase/config.toml`. Throws when a key that the auth servers need is missing or of a wrong type. */
export function readAuthConfig(): AuthConfig {
  const text = readFileSync(new URL("supabase/config.toml", PROJECT), "utf8");
  return v.parse(configSchema, parse(text)).auth;
}

/** The file of a template. Supabase's CLI resolves this path from the project's folder. */
export function templateFile(config: AuthConfig, name: TemplateName): URL {
  return new URL(config.email.template[name].content_path, PROJECT);
}

/** The file of a notice. Supabase's CLI resolves this path from `supabase/`, other than a template's. */
export function noticeFile(config: AuthConfig, name: NoticeName): URL {
  return new URL(config.email.notification[name].content_path, new URL("supabase/", PROJECT));
}
