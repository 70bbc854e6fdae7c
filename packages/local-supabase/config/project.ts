import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "smol-toml";
import * as v from "valibot";
import {
  type EmailContent,
  NOTIFICATION_NAMES,
  type NotificationName,
  TEMPLATE_NAMES,
  type TemplateName,
} from "./emails.ts";

const file = v.pipe(v.string(), v.startsWith("./"));
const template = v.optional(v.object({ subject: v.string(), content_path: file }));
const notice = v.optional(
  v.object({
    enabled: v.boolean(),
    subject: v.string(),
    content_path: file,
  }),
);

/** The supported settings of `supabase/config.toml`, with the defaults of a new hosted project. */
const authSchema = v.object({
  jwt_expiry: v.optional(v.number(), 3600),
  enable_refresh_token_rotation: v.optional(v.boolean(), true),
  refresh_token_reuse_interval: v.optional(v.number(), 10),
  enable_signup: v.optional(v.boolean(), true),
  enable_manual_linking: v.optional(v.boolean(), false),
  minimum_password_length: v.optional(v.number(), 6),
  sessions: v.optional(
    v.object({ timebox: v.optional(v.string()), inactivity_timeout: v.optional(v.string()) }),
    {},
  ),
  email: v.optional(
    v.object({
      enable_confirmations: v.optional(v.boolean(), true),
      double_confirm_changes: v.optional(v.boolean(), true),
      secure_password_change: v.optional(v.boolean(), false),
      max_frequency: v.optional(v.string(), "60s"),
      // GoTrue falls back to 6 (internal/conf/configuration.go).
      otp_length: v.fallback(v.optional(v.pipe(v.number(), v.minValue(6), v.maxValue(10)), 6), 6),
      otp_expiry: v.optional(v.number(), 3600),
      template: v.optional(v.object(v.entriesFromList(TEMPLATE_NAMES, template)), {}),
      notification: v.optional(v.object(v.entriesFromList(NOTIFICATION_NAMES, notice)), {}),
    }),
    {},
  ),
  hook: v.optional(
    v.object({
      custom_access_token: v.optional(
        v.object({ enabled: v.boolean(), uri: v.optional(v.string(), "") }),
        { enabled: false },
      ),
    }),
    {},
  ),
  passkey: v.optional(v.object({ enabled: v.optional(v.boolean(), false) }), {}),
  webauthn: v.optional(v.object({ rp_display_name: v.optional(v.string(), "") }), {}),
  mfa: v.optional(v.object({ max_enrolled_factors: v.optional(v.number(), 10) }), {}),
});
const configSchema = v.object({ auth: v.optional(authSchema, {}) });

export interface AuthConfig extends v.InferOutput<typeof authSchema> {
  /** Absolute path of the folder that contains `supabase/`. */
  readonly projectDir: string;
}

/**
 * Reads `supabase/config.toml` in `projectDir`; without the file, returns the defaults of a new hosted
 * project. Throws when the file is unreadable or a value has a wrong type.
 */
export function readAuthConfig(projectDir: string): AuthConfig {
  const toml = path.resolve(projectDir, "supabase", "config.toml");
  const text = existsSync(toml) ? readFileSync(toml, "utf8") : "";
  return { ...v.parse(configSchema, parse(text)).auth, projectDir: path.resolve(projectDir) };
}

/** Reads the template of an email with a link or a code. */
export async function readTemplate(config: AuthConfig, name: TemplateName): Promise<EmailContent> {
  const given = config.email.template[name];
  if (!given) throw new Error(`supabase/config.toml has no [auth.email.template.${name}]`);
  // The path is relative to the project folder, as in Supabase's CLI.
  return { subject: given.subject, html: await readHtml(config, given.content_path) };
}

/** Reads the template of a notification; null when it is disabled. */
export async function readNotification(
  config: AuthConfig,
  name: NotificationName,
): Promise<EmailContent | null> {
  const given = config.email.notification[name];
  if (!given?.enabled) return null;
  // The path is relative to `supabase/`, unlike other templates, as in Supabase's CLI.
  const html = await readHtml(config, path.join("supabase", given.content_path));
  return { subject: given.subject, html };
}

function readHtml({ projectDir }: AuthConfig, file: string): Promise<string> {
  return readFile(path.join(projectDir, file), "utf8");
}
